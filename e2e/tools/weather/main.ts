import { readFileSync } from 'node:fs';
import { readReports } from '#server/weather/readReports.ts';
import { type Difference, differencesOf, readIssued, unexplained } from './compare.ts';

/** Compares our reading of reports with the decoding of the service that issued them: `npm run weather:compare -- metars.csv`. */
function main(path: string | undefined): number {
  if (path === undefined) {
    console.log('Give the path of a metars.cache.csv of the Aviation Weather Center.');
    return 2;
  }
  const all = readIssued(readFileSync(path, 'utf8'));
  const found = new Map<string, Map<string, string[]>>();
  let [same, unread] = [0, 0];
  const note = (kind: string, member: string, text: string) => {
    const members = found.get(kind) ?? new Map<string, string[]>();
    found.set(kind, members.set(member, [...(members.get(member) ?? []), text]));
  };
  for (const one of all) {
    const { metars } = readReports(one.raw, [one.station], Date.parse(one.observedAt));
    const metar = metars.get(one.station)?.report ?? null;
    const differences = differencesOf(one, metar);
    if (differences.length === 0) same++;
    for (const each of differences) note(each.kind, each.member, textOf(each, one.raw));
    if (metar && metar.unread.length > 0) {
      unread++;
      note('ours: groups that were not read, and are named', 'unread', `${metar.unread.join(' ')} : ${one.raw}`);
    }
  }
  console.log(`${all.length} reports, ${same} with the same figures, ${unread} with groups that were not read`);
  for (const [kind, members] of found) {
    console.log(`\n${kind}`);
    for (const [member, texts] of members)
      console.log([`  ${member}: ${texts.length}`, ...texts.slice(0, 3)].join('\n    '));
  }
  return found.has(unexplained) || all.length === 0 ? 1 : 0;
}

const textOf = ({ ours, theirs }: Difference, raw: string) => `ours ${String(ours)}, theirs ${String(theirs)} : ${raw}`;

process.exitCode = main(process.argv[2]);
