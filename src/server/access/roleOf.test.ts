import { expect, it } from 'vitest';
import { emptyDirectory, grant, testNow, tokensMode } from '#e2e/servers/access/testAccess.ts';
import { silentLog } from '#server/observability/log.ts';
import { openAccess } from './access.ts';
import type { AccessSettings } from './accessSettings.ts';
import { AccessStore } from './store/store.ts';

it('the role of a grant, by which alerts are sent, ends once people come in another way', async () => {
  const directory = emptyDirectory();
  const clock = () => testNow;
  const store = new AccessStore({ directory, clock, log: silentLog, audit: () => undefined });
  const made = [
    grant({ name: 'By token' }),
    grant({ kind: 'person', name: 'ana@example.org' }),
    grant({ kind: 'person', name: 'kim@example.org', fromService: true }),
    grant({ kind: 'program', name: 'A program', reads: ['schedule'] }),
  ].map((given) => store.create(given, 'test').grant.id);
  store.close();
  const rolesIn = async (settings: Partial<AccessSettings>) => {
    const full = { ...tokensMode, ...settings };
    const parts = { directory, clock, log: silentLog, isTrustedProxy: () => true, schoolName: () => 'School' };
    const access = openAccess({ settings: full, ...parts });
    const roles = made.map((id) => access.roleOf?.(id) ?? null);
    await access.close();
    return roles;
  };
  expect(await rolesIn({ mode: 'tokens' })).toEqual(['dispatcher', null, null, null]);
  expect(await rolesIn({ mode: 'proxy' })).toEqual([null, 'dispatcher', null, null]);
});
