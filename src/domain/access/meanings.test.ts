import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHarmless, shownPath } from './meanings.ts';

const wordsIn = (text: string) => text.trim().split(/\s+/);
const plain = { prose: false, contact: false };
const work = { prose: true, contact: false };
const everything = { prose: true, contact: true };

/** One value of each type that a report may hold. */
const anyValues = [
  120,
  120.5,
  '120.00',
  '$120',
  '4242',
  '555-0100',
  'ana@example.com',
  'Ana Garcia',
  '2026-05-12',
  'x',
  true,
];

describe('a member is withheld, whatever its value', () => {
  it.each(
    wordsIn(`
    totalDue acctBal lineTotal cardLast4 cell mail emergency licenseNumber
    total_due acct_bal line_total card_last_4 TOTAL_DUE AcctBal totaldue acctbal linetotal cardlast4 licensenumber
    flightTotal hobbsTotal lessonsTotal totalFlight instructorRate hourlyRate currentBalance amountDue unitPrice tip tips
    balance invoiceTotal ccNumber pan iban swift routingNumber bankRef wallet prepaidHours unbilledHours discountPercent
    address street zip postcode state city dob birthDate ssn passportNumber nextOfKin spouse gender weight photoUrl mobil fax
    emergencyContact homeAddress certificateNumber medicalNumber userNumber pilotNumber
    saldo kontostand gesamtbetrag rechnungsbetrag preis stundensatz guthaben telefon handy anschrift geburtsdatum notfallkontakt
    importe saldoPendiente precio totalAPagar deuda correo telefono direccion contactoDeEmergencia
    solde montant prix prixHoraire montantDu courriel portable adresse personneAContacter montant_dû solde_à_payer
    dualHours totalFlights ownerName aircraftRate flight instructorNotes statusText hobbs flightHoursCharged
    残高 合計金額 料金 電話番号 メール 住所 緊急連絡先 flight残高 残高Hours`),
  )('%s', (name) => {
    expect(anyValues.filter((value) => isHarmless(name, value, everything))).toEqual([]);
  });
});

describe('a member is harmless if its value has the type that its name implies', () => {
  const noDate = '1753-01-01T00:00:00';
  it.each<[string, unknown[], unknown[]]>([
    ['flightDate', ['2026-05-12', '5/12/2026', '2026-05-12T08:00:00Z', noDate, null], [120, '120.00', 'Ana', '$5']],
    ['start', ['2026-05-12T08:00:00', '08:30', '8:30 PM'], [0.5, 'soon']],
    ['checkedOutOn', ['2026-05-12T08:00:00'], [12]],
    ['loggedOn', ['2026-05-12'], [12.5, '12.50']],
    ['totalLandings', [3], [3.5]],
    ['flightHours', [1.4, '1.4', '1:24', 0], ['$1.40', 'USD 1', 'Ana', '2026-05-12']],
    ['session_hours', [4093.8], ['4093.8 USD']],
    ['engine1Tach', [4093.8, null], ['x']],
    ['percentComplete', [40], ['40 €']],
    ['landings', [3, '3'], [3.5, '3.50', 'three']],
    ['openSquawks', [0], [1.25]],
    ['aircraftId', ['00000000-0000-4000-8000-000000000011', 12, 'EXT-10012'], [1.5, '12.50', 'ana@example.com']],
    ['workOrderDisplayNumber', ['WO-12', 12], ['12.50', '555-0100', 'call 719 555 0100']],
    ['registrationTail', ['N512SP', 'Redbird FMX'], ['120', 120, '$120']],
    ['aircraftAvailability', ['In Maintenance'], ['Paid $120', 120, 'ana@example.com', '(719) 555-0100']],
    ['activityType', ['Dual Flight Training'], ['120.00', 'a\nb', 'x'.repeat(121)]],
    ['airframeTtisBasedOn', ['Engine 1 Tach'], [12]],
    ['isSimulator', [true, 'false', 0], [12, 'Ana']],
    ['customerLabel1Name', ['Ana Garcia', 'Ōta, 花子'], ['120.00', 120, 'Ana 5550100', 'ana@example.com']],
    ['signedBy', ['Kim Lee'], [4, '4400']],
  ])('%s', (name, fitting, odd) => {
    expect(fitting.filter((value) => !isHarmless(name, value, plain))).toEqual([]);
    expect(odd.filter((value) => isHarmless(name, value, plain))).toEqual([]);
  });

  it('free text about work on aircraft is allowed without amounts and phone numbers', () => {
    const texts = ['Left brake soft', 'Due in 6.2 hours; due 07/31/2026', '', 'Complied with AD 2024-01-05'];
    const odd = ['Pays $120', 'call 719-555-0100', 'ask ana@example.com', 'x'.repeat(2_001), 12];
    for (const name of ['description', 'note', 'correctiveAction', 'message']) {
      expect(texts.filter((text) => !isHarmless(name, text, work))).toEqual([]);
      expect([...odd, ...texts.filter(Boolean)].filter((text) => isHarmless(name, text, plain))).toEqual([]);
      expect(odd.filter((text) => isHarmless(name, text, work))).toEqual([]);
    }
  });

  it('contact data is only for roles that may reach people', () => {
    for (const [name, value] of [
      ['email', 'ana@example.com'],
      ['phoneNumber', '555-0100'],
    ] as const) {
      expect([isHarmless(name, value, everything), isHarmless(name, value, work)]).toEqual([true, false]);
      expect([isHarmless(name, 120, everything), isHarmless(name, '$120', everything)]).toEqual([false, false]);
    }
  });
});

describe('a name counts as a whole', () => {
  const known = fc.constantFrom(
    ...wordsIn('flightHours lastUpdated landings status aircraftId instructor name isSimulator'),
  );
  const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
  const seen = (name: string) => anyValues.filter((value) => isHarmless(name, value, everything));

  it('in any letter case, with or without separators and digits', () => {
    const forms = [
      'flightHours',
      'FlightHours',
      'flight_hours',
      'FLIGHT HOURS',
      'Flight hours',
      'flight-hours',
      'flight2Hours',
    ];
    expect(forms.filter((name) => !isHarmless(name, 1.4, plain))).toEqual([]);
  });

  it('so that one more word withholds it, however it is written', () => {
    const odd = fc.oneof(
      fc.constantFrom(...wordsIn('owing bal rate fee owed betrag importe solde 残高 cell mail card licence ssn of')),
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((word) => /[^\P{L}A-Za-z]/u.test(word)),
    );
    fc.assert(
      fc.property(known, odd, fc.boolean(), (name, word, isFirst) => {
        const words = isFirst ? [word, name] : [name, word];
        const names = [
          words[0] + capital(words[1] ?? ''),
          words.join('_'),
          words.join(' ').toUpperCase(),
          words.join('-'),
        ];
        expect(names.flatMap(seen)).toEqual([]);
      }),
    );
  });

  it('and no part of it does', () => {
    fc.assert(
      fc.property(known, fc.nat(), (name, at) => {
        const part = name.slice(0, at % name.length);
        expect(part === 'aircraft' || part === '' ? [] : seen(part)).toEqual([]);
      }),
    );
  });
});

it("a member's name is shown, unless it contains something that is withheld", () => {
  const paths = ['totalDue', 'customer.acctBal', '残高'];
  expect(paths.map(shownPath)).toEqual(paths);
  const odd = ['ana@example.com', 'ana.719-555-0100', 'paid $120', 'x'.repeat(1_000)];
  expect(odd.map(shownPath)).toEqual(odd.map(() => '…'));
});
