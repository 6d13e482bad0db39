import { describe, expect, it } from 'vitest';
import { accessModes } from '#contract/access/grants.ts';
import { openProof, ownAddresses } from '#e2e/servers/access/proofStand.ts';

type Headers = { readonly [name: string]: unknown };

describe.each(accessModes)('with ACCESS=%s', (mode) => {
  it('no cache may store a record, only private ones personal answers, and browsers stay with https', async () => {
    const stand = await openProof(mode);
    const { handed, school, ask } = stand;
    const wrong: string[] = [];
    let withContact = 0;
    for (const person of handed.people) {
      for (const path of ownAddresses(stand)) {
        const { status, text } = await ask(person, path);
        const headers: Headers = JSON.parse(text.slice(0, text.indexOf('\n')));
        const cacheControl = String(headers['cache-control']);
        const isContact = [...school.in(text)].some((canary) => school.known.get(canary)?.kind === 'contact');
        withContact += Number(isContact);
        const isRecord = /^\/(api|replica)\b/.test(path);
        const isKept =
          isContact || isRecord ? cacheControl !== 'no-store' : !/^(private|no-store)\b/.test(cacheControl);
        if (isKept) wrong.push(`${person} ${path} ${status} ${cacheControl}`);
        const transport = mode === 'open' ? undefined : 'max-age=31536000';
        if (headers['strict-transport-security'] !== transport) wrong.push(`${person} ${path} ${status} transport`);
      }
    }
    expect(wrong).toEqual([]);
    expect(withContact).toBeGreaterThan(10);
  });

  it('an answer that no cache may store is still not sent again to a client that has it', async () => {
    const { ask } = await openProof(mode);
    for (const path of ['/api/core/v1.0/operators/1001/users', '/replica/people']) {
      const first = await ask('manager', path);
      const { etag }: { etag: string } = JSON.parse(first.text.slice(0, first.text.indexOf('\n')));
      const again = await ask('manager', path, { also: { 'if-none-match': etag } });
      expect([first.status, again.status]).toEqual([200, 304]);
      expect(again.text).toContain('"cache-control":"no-store"');
    }
  });
});
