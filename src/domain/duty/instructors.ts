import type { RecordOf } from '#contract/answers.ts';
import { fullName } from '#domain/reservations/bookings.ts';

export type Instructor = RecordOf<'listInstructors'>;

/** `Tamika Tanaka`; the id where the service gives no name. */
export function instructorName(instructor: Instructor): string {
  return fullName(instructor) || instructor.userId;
}

/** Names under which services list what is no person. */
const usualPlaceholders: readonly string[] = ['Dispatcher', 'Dispatch', 'Front Desk'];

/** True for a placeholder that stands among the instructors, by its first name, its last name, or both. */
export function isPlaceholder(instructor: Instructor, placeholders: readonly string[] = usualPlaceholders): boolean {
  const { firstName, lastName } = instructor;
  const own = new Set([firstName, lastName, fullName(instructor)].map((name) => name?.trim().toLowerCase()));
  return placeholders.some((name) => own.has(name.toLowerCase()));
}

const names = new Intl.Collator('en', { numeric: true });

/** By last name, then first name; nameless ones last. */
export function byName(a: Instructor, b: Instructor): number {
  const nameless = Number(!a.lastName) - Number(!b.lastName);
  return (
    nameless || names.compare(a.lastName ?? '', b.lastName ?? '') || names.compare(a.firstName ?? '', b.firstName ?? '')
  );
}

/** True where the text is part of the name, whatever the letter case or accents. */
export function matchesInstructor(instructor: Instructor, text: string): boolean {
  const plain = (value: string) => value.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain(instructorName(instructor)).includes(plain(text.trim()));
}
