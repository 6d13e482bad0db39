/**
 * What services write in several ways is made one where records are read, once for all screens: ids in lower case, makes
 * and models without blanks around them, and a tail for every aircraft (readiness, section 6).
 */

import { isRecord } from './objects.ts';

/** Tidies a record in place that the reader has just made, with all that is in it. `name` is the member that holds it. */
export function tidy(value: unknown, name: string | null = null): void {
  if (Array.isArray(value)) {
    for (const item of value) tidy(item);
    return;
  }
  if (!isRecord(value)) return;
  shareTail(value);
  for (const own in value) {
    const member = value[own];
    if (typeof member === 'object') tidy(member, own);
    else if (typeof member === 'string' && isIdName(own)) value[own] = member.trim().toLowerCase();
  }
  trimName(value['make']);
  trimName(value['model']);
  if (name === 'aircraft') value['tailNumber'] = tailText(value);
}

/**
 * The tail by which people call an aircraft, as all screens show it: without blanks, and the model with the last four of
 * the id where the service has none (`C172S …3f2a`); null where nothing is known of it.
 */
function tailText({ tailNumber, aircraftId, make, model }: Record<string, unknown>): string | null {
  const tail = givenTail(tailNumber);
  if (tail !== null || typeof aircraftId !== 'string' || aircraftId === '') return tail;
  const named = [model, make].find((one) => isRecord(one) && typeof one['name'] === 'string' && one['name'] !== '');
  const name = isRecord(named) ? String(named['name']) : 'Aircraft';
  return `${name} …${aircraftId.slice(-4)}`;
}

/** Null for blanks, and for the word that databases write for nothing. */
export function givenTail(tail: unknown): string | null {
  const text = typeof tail === 'string' ? tail.trim() : '';
  return text === '' || /^null$/i.test(text) ? null : text;
}

/** A reservation names its aircraft twice (section 2.6): where the first has no tail, the other's is meant. */
function shareTail({ aircraft, aircraftOption }: Record<string, unknown>): void {
  const option = isRecord(aircraftOption) ? aircraftOption['aircraft'] : null;
  if (!isRecord(aircraft) || !isRecord(option) || givenTail(aircraft['tailNumber']) !== null) return;
  const [own, other] = [aircraft['aircraftId'], option['aircraftId']].map((id) =>
    typeof id === 'string' ? id.trim().toLowerCase() : '',
  );
  const tail = givenTail(option['tailNumber']);
  if (tail !== null && (own === '' || own === other)) aircraft['tailNumber'] = tail;
}

/** An external id is the caller's own text, and stays as it is written. */
function isIdName(name: string): boolean {
  return name.endsWith('Id') && name !== 'externalId';
}

function trimName(named: unknown): void {
  if (isRecord(named) && typeof named['name'] === 'string') named['name'] = named['name'].trim();
}
