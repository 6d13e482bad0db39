import { agesHeader } from '#contract/gateway/ages.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import { withoutPersonalData } from '#domain/people/personalData.ts';
import { locale } from '#domain/words.ts';
import { externalScope } from '#server/replica/register/parts.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import { keyOf, type PartStatus, type ReplicaStatus, summary, type View } from './status.ts';

/** A record of a person and its age. `scope` names the person's own part; null for the record in the list. */
type Source = { readonly record: FreeForm; readonly ageMs: number; readonly scope: string | null };

type Checkouts = Pick<Source, 'ageMs' | 'scope'> & { readonly list: readonly unknown[] };

/**
 * Reads listed people by name, without contact data. Of the list, the record by id and the one by external id, the newest
 * that has checkouts counts, and the newest that has a status. Null for what is not a person.
 */
export function personReader(storage: Pick<ReplicaStorage, 'records'>, { parts }: Pick<ReplicaStatus, 'parts'>) {
  const listAgeMs = parts('users')[0]?.ageMs ?? 0;
  const ages = new Map(parts('user').flatMap(({ scope, ageMs }) => (ageMs === null ? [] : [[scope, ageMs] as const])));
  const ownSource = (scope: string): Source[] => {
    const ageMs = ages.get(scope);
    if (ageMs === undefined) return [];
    const record: unknown = JSON.parse(storage.records('user', scope)[0]?.json ?? 'null');
    return isRecord(record) ? [{ record, ageMs, scope }] : [];
  };
  return (id: string, json: string) => {
    const listed: unknown = JSON.parse(json);
    if (!isRecord(listed) || typeof listed['userId'] !== 'string') return null;
    const { userId, firstName, lastName } = listed;
    const externalId = textOrNull(listed['externalId']);
    const byId = ownSource(id);
    const byExternalId = externalId === null ? [] : ownSource(externalScope(externalId));
    const newestFirst = [...byId, ...byExternalId, { record: listed, ageMs: listAgeMs, scope: null }].toSorted(
      (a, b) => a.ageMs - b.ageMs,
    );
    const isAllAsked = externalId === null || byExternalId.length > 0;
    const checkouts = checkoutsIn(newestFirst, isAllAsked);
    const status = newestFirst.map(({ record }) => record['status']).find((value) => value != null) ?? null;
    const person = {
      userId,
      firstName: textOrNull(firstName),
      lastName: textOrNull(lastName),
      externalId,
      status: withoutPersonalData(status),
      aircraftCheckouts: checkouts && withoutPersonalData(checkouts.list),
    };
    return { person, ageMs: checkouts?.ageMs ?? null, scope: checkouts?.scope ?? null };
  };
}

/** Null in a person's own record means none, once no other record can tell. A record without the member says nothing. */
function checkoutsIn(newestFirst: readonly Source[], isAllAsked: boolean): Checkouts | null {
  for (const { record, ...source } of newestFirst) {
    const list = record['aircraftCheckouts'];
    if (Array.isArray(list)) return { ...source, list };
  }
  const none = newestFirst.find(({ record, scope }) => scope !== null && record['aircraftCheckouts'] === null);
  return none && isAllAsked ? { ageMs: none.ageMs, scope: none.scope, list: [] } : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}

/** Everyone whom the service lists. The ages in the header are those of the people's own records. */
export function peopleView(storage: ReplicaStorage): (status: ReplicaStatus) => View {
  let known: { readonly revision: number; readonly hasCheckouts: boolean } | null = null;
  const hasCheckouts = ({ revision, ageMs }: PartStatus) => {
    if (ageMs === null) return false;
    if (known?.revision !== revision) {
      known = {
        revision,
        hasCheckouts: storage.records('users', '').some(({ json }) => json.includes(checkoutsMember)),
      };
    }
    return known.hasCheckouts;
  };
  return (status) => {
    const [list] = status.parts('users');
    const loaded = status.parts('user').filter(({ ageMs }) => ageMs !== null);
    const body = () => {
      const read = personReader(storage, status);
      const found = (list?.ageMs == null ? [] : storage.records('users', ''))
        .flatMap(({ id, json }) => read(id, json) ?? [])
        .toSorted((a, b) => byName(a.person, b.person));
      const bearers = new Map(found.map(({ person, scope }) => [scope, person.userId]));
      const isComplete = list?.facts != null && list.facts.said === null;
      const ownIds = loaded.map(({ scope }) => bearers.get(scope) ?? null);
      return JSON.stringify({ users: found.map(({ person }) => person), own: ownIds, isComplete });
    };
    const { ageMs, ttlMs, detail } = summary(list ? [list] : []);
    const scopes = loaded.map(({ scope }) => scope).join(' ');
    // Where the list has checkouts too, whichever record is newer counts.
    const newer =
      list && hasCheckouts(list) ? loaded.map((part) => Number((part.ageMs ?? 0) <= (list.ageMs ?? 0))) : [];
    return {
      key: `${keyOf(list ? [list] : [])} ${scopes} ${keyOf(loaded)} ${newer.join('')}`,
      ageMs,
      ttlMs,
      detail,
      headers: { [agesHeader]: loaded.map((part) => Math.floor((part.ageMs ?? 0) / 1000)).join(', ') },
      body,
    };
  };
}

const checkoutsMember = '"aircraftCheckouts":[';

type Named = { readonly userId: string; readonly firstName: string | null; readonly lastName: string | null };

const names = new Intl.Collator(locale);

function byName(a: Named, b: Named): number {
  const [nameOfA, nameOfB] = [a, b].map(({ lastName, firstName }) => `${lastName ?? ''} ${firstName ?? ''}`);
  return names.compare(nameOfA ?? '', nameOfB ?? '') || (a.userId < b.userId ? -1 : 1);
}
