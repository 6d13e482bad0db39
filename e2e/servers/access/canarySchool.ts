import type { RequestListener } from 'node:http';
import { type OperationId, operationIds, operations } from '#contract/operations.ts';

/**
 * The kind of member that holds a canary. `tree`: named in every role's tree. `staff`: named in the trees of dispatchers and
 * maintenance. `dispatch`: named only in the tree of dispatchers. `column`: a harmless column of a report; `prose`: a column of
 * free text. `rest`: in no tree, and neither money nor contact. `money`, `contact`: such data. `own`, `others`: a name on a
 * reservation of the test's instructor, or on another one, and that person's location; `colleague`: an instructor's name. `odd`:
 * in a record of unknown form.
 */
export type Kind = Member | PersonKind | `place of ${PersonKind}` | 'odd';
type Member = 'tree' | 'staff' | 'dispatch' | 'column' | 'prose' | 'rest' | 'money' | 'contact';
type PersonKind = 'own' | 'colleague' | 'others';

export type Canary = { readonly kind: Kind; readonly id: OperationId };

export const guid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
/** The instructor of the test, who also flies one reservation as a pilot. */
export const ownId = guid(501);
export const aircraftId = guid(11);
export const personId = guid(502);
/** The squawk that grounds the only aircraft. */
export const groundingId = guid(701);

type Json = { readonly [member: string]: unknown };

/** A school in which every member has a unique text or number; `renew` replaces them all. */
export class CanarySchool {
  readonly known = new Map<string, Canary>();
  readonly #day: string;
  #count: number;
  #records: Record<OperationId, readonly unknown[]>;

  /** The first canary has this number, below 90,000; the reservations are on this day. */
  constructor(first = 0, day = dayOfTest) {
    this.#count = first;
    this.#day = day;
    this.#records = this.#make();
  }

  renew(): void {
    this.#records = this.#make();
  }

  /**
   * The canaries in a text, also after an encoded sign (`%3A7060538`). The digits of a longer number (0.9897000008 s) or of a
   * random identifier (8f7060538c) are not one.
   */
  in(text: string): Set<string> {
    const found = text.match(/Qc\d{5}q|(?:(?<![\w.])|(?<=%[\dA-F]{2}))7\d{6}(?!\w)/g) ?? [];
    return new Set(found.filter((canary) => this.known.has(canary)));
  }

  /** The canaries in the present records of an operation. */
  held(id: OperationId): Set<string> {
    return this.in(JSON.stringify(this.#records[id]));
  }

  /** A service below `/flight` with this school, and with reports below `/elsewhere`. */
  readonly answer: RequestListener = (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '', 'http://service');
    const id = pathname.endsWith('/people') && pathname.startsWith('/flight') ? 'listUsers' : operationAt(pathname);
    if (!id) {
      outgoing.writeHead(404).end('[]');
      return;
    }
    const items = this.#records[id];
    const { answer } = operations[id];
    const list = id === 'listEquipment' ? items : { totalItems: items.length, offset: 0, limit: null, items };
    const body = JSON.stringify(answer === 'record' ? items[0] : list);
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(body);
  };

  #make(): Record<OperationId, readonly unknown[]> {
    const made = operationIds.map((id) => [
      id,
      recordsOf(
        id,
        (kind) => this.#text(kind, id),
        (kind) => this.#figure(kind, id),
        this.#day,
      ),
    ]);
    return Object.fromEntries(made) as Record<OperationId, readonly unknown[]>;
  }

  #text(kind: Kind, id: OperationId): string {
    const canary = `Qc${String(this.#count++).padStart(5, '0')}q`;
    this.known.set(canary, { kind, id });
    return canary;
  }

  #figure(kind: Kind, id: OperationId): number {
    const canary = 7_000_000 + this.#count++;
    this.known.set(String(canary), { kind, id });
    return canary;
  }
}

function operationAt(pathname: string): OperationId | undefined {
  const isReport = pathname.startsWith('/elsewhere/');
  return operationIds.find((id) => {
    const { area, path } = operations[id];
    const pattern = new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return (area === 'reports') === isReport && pattern.test(pathname);
  });
}

type Text = (kind: Kind) => string;
type Figure = (kind: Kind) => number;

/** Members that services have, or may have, in any record, besides those written for it below. */
function besides(text: Text, figure: Figure): Json {
  return {
    unknownMember: text('rest'),
    unknown_list: [text('rest'), { deeper: [figure('rest')] }],
    jottings: text('rest'),
    hourlyRate: figure('money'),
    currentBalance: figure('money'),
    totals: { amountDue: text('money'), deeper: [{ INVOICE_TOTAL: figure('money'), kept: text('rest') }] },
    paid: { by: text('money') },
    emailAddress: text('contact'),
    owner: { homePhone: text('contact'), note: text('rest'), photos: [text('contact')] },
    pairs: [{ name: 'Account balance', value: text('money') }],
  };
}

function recordsOf(id: OperationId, text: Text, figure: Figure, day: string): readonly unknown[] {
  const extra = () => besides(text, figure);
  const of = (kind: Kind, ...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text(kind)]));
  const tree = (...names: readonly string[]) => of('tree', ...names);
  const named = () => ({ id: figure('tree'), name: text('tree'), ...extra() });
  const places = () => ({
    location: { ...tree('id', 'name', 'airport'), city: text('rest'), ...extra() },
    locations: [{ ...tree('locationId', 'name'), ...extra() }, text('tree')],
  });
  const aircraft = () => ({
    aircraftId,
    isSimulator: false,
    tailNumber: text('tree'),
    make: { makeId: text('tree'), name: text('tree'), ...extra() },
    model: { modelId: text('tree'), name: text('tree'), ...extra() },
    ...places(),
    ...extra(),
  });
  const user = () => [
    {
      userId: ownId,
      firstName: text('dispatch'),
      email: text('dispatch'),
      phoneNumber: text('dispatch'),
      aircraftCheckouts: [{ make: { name: text('dispatch') }, fee: figure('money'), ...extra() }],
      ...extra(),
    },
  ];
  const records: { readonly [Id in OperationId]?: () => readonly unknown[] } = {
    getOperator: () => [
      {
        ...tree('operatorId', 'name', 'operatorName', 'displayName'),
        id: figure('tree'),
        operatorGuid: text('dispatch'),
        ...extra(),
      },
    ],
    listAircraft: () => [{ ...aircraft(), status: { id: 1, name: text('tree') }, engines: [extra()] }, text('odd')],
    listMaintenanceReminders: () => [reminder(tree, named, text, figure, extra), [text('odd')]],
    listSquawks: () => squawks(tree, named, text, extra),
    listInstructors: () => [
      {
        userId: ownId,
        ...tree('firstName', 'lastName'),
        instructorStatus: named(),
        email: text('dispatch'),
        ...places(),
        ...extra(),
      },
    ],
    listEquipment: () => [
      { ...of('staff', 'equipmentId', 'name', 'type', 'serialNumber', 'description'), ...extra() },
      { name: text('staff'), location: text('staff'), ...extra() },
    ],
    listUsers: () =>
      [ownId, personId].map((userId) => ({
        userId,
        firstName: text('dispatch'),
        lastName: text('dispatch'),
        ...extra(),
      })),
    getUser: user,
    getUserByExternalId: user,
    listReservations: () => reservations(tree, aircraft, text, figure, extra, day),
  };
  return records[id]?.() ?? reportRows(text, figure, extra);
}

/** Rows of a report, with members that lists of forbidden words once let through. */
function reportRows(text: Text, figure: Figure, extra: () => Json): readonly Json[] {
  const leaks = () => ({
    totalDue: figure('money'),
    acct_bal: text('money'),
    lineTotal: figure('money'),
    cardLast4: text('money'),
    saldo: figure('money'),
    残高: figure('money'),
    cell: text('contact'),
    mail: text('contact'),
    emergency: text('contact'),
    licenseNumber: text('contact'),
  });
  return [
    {
      registrationTail: text('column'),
      aircraftId: figure('column'),
      flightHours: figure('column'),
      reservationStatus: text('column'),
      description: text('prose'),
      // A text in place of a date, a figure or a name.
      flightDate: text('rest'),
      hobbsOut: text('rest'),
      instructor: text('rest'),
      email: text('contact'),
      // What is deeper than the row itself is for a manager to open.
      customer: { type: text('rest'), name: text('rest'), ...leaks() },
      items: [
        { name: 'Flight hours', value: figure('rest') },
        { name: 'Total due', value: figure('money') },
      ],
      ...leaks(),
      ...extra(),
    },
    { landings: figure('column'), ...extra() },
  ];
}

type Tree = (...names: readonly string[]) => Json;

function squawks(tree: Tree, named: () => Json, text: Text, extra: () => Json): readonly unknown[] {
  return [
    {
      ...tree('squawkId', 'id', 'description', 'created', 'createdDate', 'resolved', 'resolvedDate', 'resolvedOn'),
      ...tree('isGrounding', 'groundAircraft', 'grounding', 'actionTaken', 'correctiveAction', 'referenceNumber'),
      ...tree('workOrderDisplayNumber'),
      status: named(),
      reportedBy: { firstName: text('staff'), lastName: text('staff'), cell: text('contact'), ...extra() },
      ...extra(),
    },
    { squawkId: groundingId, description: text('tree'), groundAircraft: true },
    text('odd'),
  ];
}

function reminder(tree: Tree, named: () => Json, text: Text, figure: Figure, extra: () => Json): Json {
  const axis = (...names: readonly string[]) => ({
    typeStatus: named(),
    message: text('tree'),
    ...Object.fromEntries(names.map((name) => [name, figure('tree')])),
    ...extra(),
  });
  return {
    ...tree('maintenanceReminderId', 'name', 'permanentlyComplied'),
    status: { id: 1, name: text('tree') },
    dateOptions: { ...axis(), currentDate: text('tree'), expirationDate: text('tree') },
    timeOptions: axis('currentHours', 'expirationHours'),
    cycleOptions: axis('currentCycles', 'expirationCycles'),
    ...extra(),
  };
}

/** The time of the test: Tuesday 12 May 2026, 1105L in Denver. */
const dayOfTest = '2026-05-12';
export const schoolNow = Date.parse(`${dayOfTest}T17:05:00Z`);

function reservations(
  tree: Tree,
  aircraft: () => Json,
  text: Text,
  figure: Figure,
  extra: () => Json,
  day: string,
): readonly unknown[] {
  const person = (kind: PersonKind, userId: string = text(kind)) => ({
    userId,
    firstName: text(kind),
    lastName: text(kind),
    location: { name: text(`place of ${kind}`) },
    phone: text('dispatch'),
    imageUrl: text('dispatch'),
    cell: text('contact'),
    ...extra(),
  });
  const common = (number: number, hour: number) => ({
    reservationId: guid(600 + number),
    operatorId: figure('tree'),
    startTime: `${day}T${hour}:00:00Z`,
    endTime: `${day}T${hour + 1}:00:00Z`,
    reservationType: { ...tree('reservationTypeId', 'name'), displayTypeId: 0, ...extra() },
    activityType: {
      ...tree('activityTypeId', 'name'),
      displayTypeId: 0,
      trackTrainingMismatch: text('dispatch'),
      ...extra(),
    },
    aircraft: {
      ...aircraft(),
      categoryClass: { ...tree('category', 'class'), id: text('dispatch'), ...extra() },
      isComplex: true,
    },
    aircraftOption: {
      schedulingGroup: text('dispatch'),
      aircraft: { ...tree('tailNumber'), bookingAlert: text('dispatch') },
    },
    reservationStatus: { id: 0, name: text('tree'), ...extra() },
    training: { scheduled: text('dispatch'), sessions: [{ lesson: { name: text('dispatch') }, ...extra() }] },
    comments: text('dispatch'),
    ...extra(),
  });
  return [
    // As an instructor, and by an id in capitals.
    {
      ...common(1, 18),
      displayName: text('own'),
      pilots: [person('own')],
      instructor: person('colleague', ownId.toUpperCase()),
    },
    { ...common(2, 19), displayName: text('own'), pilots: [person('own', ownId)], instructor: person('colleague') },
    { ...common(3, 20), displayName: text('others'), pilots: [person('others')], instructor: person('colleague') },
    // A shop visit, without people.
    {
      ...common(4, 21),
      reservationType: { displayTypeId: 1, name: 'Maintenance', reservationTypeId: text('tree') },
      displayName: text('others'),
      pilots: [],
      instructor: null,
    },
    // A record without a readable time, and items that are not records.
    {
      ...common(5, 22),
      startTime: `${day}T22:00:00Z`,
      endTime: text('tree'),
      displayName: text('others'),
      pilots: [person('others')],
    },
    text('odd'),
  ];
}
