import { type Random, randomOf } from '#operator/school/random.ts';
import { type FreeForm, namesOf } from '#contract/objects.ts';
import { wallText, type Instant } from '#domain/time/time.ts';
import type { School } from './school.ts';
import type { Squawk } from './world.ts';

/**
 * What strangers' services write in place of the usual words, in schools that are `isOdd`. Each is decided by the id of its record
 * alone, so that a record stays odd in the same way, and a school that is not odd is the same as before.
 */

function chanceOf(school: School, what: string, id: string): Random {
  return randomOf(school.seed, `${what} ${id}`);
}

/** A flight that is out is shown with a status that nobody documents. */
export function hasUnclearStatus(school: School, id: string): boolean {
  return school.isOdd && chanceOf(school, 'odd status', id).chance(0.12);
}

/** The undocumented statuses of flights that are out. */
export function unclearStatus(school: School, id: string): { readonly id: number; readonly name: string } {
  const statuses = [
    { id: 4, name: 'Dispatched' },
    { id: 7, name: 'Ramp' },
    { id: 12, name: '' },
  ];
  return chanceOf(school, 'odd words', id).pick(statuses);
}

/** A shop visit is opened at the service, and lasts until somebody closes it there. */
export function isOpenedVisit(school: School, id: string): boolean {
  return school.isOdd && chanceOf(school, 'odd visit', id).chance(0.5);
}

/** The activity of a lesson in the pattern, with 8 to 10 landings an hour. */
export const patternWork = 'Pattern Work';

/** Some lessons of an odd school are pattern work. */
export function lessonOf(school: School, lesson: string, random: number): string {
  return school.isOdd && random % 4 === 0 ? patternWork : lesson;
}

/** Shop work for nothing that is due, whose names share a word with what is. */
export const misleadingWork = ['Left main tire', 'Oil cooler hose', 'Fuel cap', 'Radio swap', 'Mag harness 50 h'];

/** Squawks that share a word with such work. */
export const misleadingWords = [
  'Left brake soft',
  'Fuel smell in the cabin',
  'Mag drop',
  'Nose wheel shimmy',
  'Radio noisy',
];

/** How services write whether a squawk grounds its aircraft. */
const forms = {
  flag: (grounds) => ({ groundAircraft: grounds }),
  words: (grounds) => ({ groundAircraft: grounds ? 'Yes' : 'No' }),
  isGrounding: (grounds) => ({ isGrounding: grounds }),
  grounded: (grounds) => ({ grounded: grounds ? 1 : 0 }),
  severity: (grounds) => ({ severity: grounds ? 'Grounding' : 'Minor' }),
  unreadable: () => ({ groundAircraft: 'see remarks' }),
  /** Resolved by its status alone. */
  status: (grounds) => ({ groundAircraft: grounds }),
} as const satisfies { readonly [form: string]: (grounds: boolean) => FreeForm };

function formOf(school: School, id: string): keyof typeof forms {
  return school.isOdd ? chanceOf(school, 'odd squawk', id).pick(namesOf(forms)) : 'flag';
}

/** True if no reader can tell from its record whether the squawk grounds its aircraft. */
export function isUnreadable(school: School, { id }: Pick<Squawk, 'id'>): boolean {
  return formOf(school, id) === 'unreadable';
}

/** How a service writes that a squawk grounds, and that it is resolved. */
export function squawkForm(school: School, { id, grounds, resolved }: Squawk, at: Instant): FreeForm {
  const isResolved = resolved !== null && resolved <= at;
  const form = formOf(school, id);
  const end =
    form === 'status'
      ? { status: isResolved ? 'Resolved' : 'Open' }
      : { resolved: isResolved, resolvedDate: isResolved ? wallText(resolved, school.zone) : null };
  return { ...forms[form](grounds), ...end };
}
