/** What the tasks know of the school: read from the gateway, so that no figure of the generated school is hard-coded. */
export type School = {
  readonly aircraft: readonly Aircraft[];
  readonly instructors: readonly Person[];
  readonly users: readonly Person[];
  readonly expired: number;
};

type Aircraft = {
  readonly aircraftId: string;
  readonly tailNumber: string;
  readonly isSimulator: boolean;
  readonly status: { readonly id: number };
};

type Person = {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly status?: { readonly id: number };
};

type Reminders = {
  readonly aircraft: readonly {
    readonly aircraftId: string;
    readonly items: readonly { readonly status: { readonly id: number }; readonly permanentlyComplied: boolean }[];
  }[];
};

async function read<Answer>(address: string): Promise<Answer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return (await answer.json()) as Answer;
}

/** Reads the school as soon as the gateway's copy is complete. */
export async function readSchool(address: string): Promise<School> {
  const core = `${address}/api/core/v1.0/operators/1001`;
  for (let tries = 0; !(await isFilled(address)); tries++) {
    if (tries > 240) throw new Error('The copy of the school is not complete after two minutes.');
    await new Promise((done) => setTimeout(done, 500));
  }
  const [aircraft, instructors, users, reminders] = await Promise.all([
    read<{ items: Aircraft[] }>(`${core}/aircraft`),
    read<{ items: Person[] }>(`${core}/instructors`),
    read<{ items: Person[] }>(`${core}/users?limit=100`),
    read<Reminders>(`${address}/replica/reminders`),
  ]);
  const active = new Set(aircraft.items.filter(({ status }) => status.id === 1).map(({ aircraftId }) => aircraftId));
  const counted = reminders.aircraft
    .filter(({ aircraftId }) => active.has(aircraftId))
    .flatMap(({ items }) => items.filter(({ permanentlyComplied }) => !permanentlyComplied));
  return {
    aircraft: aircraft.items,
    instructors: instructors.items,
    users: users.items,
    expired: counted.filter(({ status }) => status.id === 3).length,
  };
}

type Sets = {
  readonly replica: {
    readonly sets: readonly { readonly set: string; readonly parts: number; readonly known: number }[];
  };
};

async function isFilled(address: string): Promise<boolean> {
  const { replica } = await read<Sets>(`${address}/state`);
  return replica.sets.every(
    ({ set, parts, known }) => set === 'user' || set === 'report' || (parts === known && parts > 0),
  );
}
