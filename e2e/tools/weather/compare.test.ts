import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readReports } from '#server/weather/readReports.ts';
import { decodingOf, differencesOf, readIssued, unexplained } from './compare.ts';

/** Real reports of 18 December 2014, each with its right decoding: the usual kinds, and all odd ones of one file. */
const [head = '', ...rows] = readFileSync(new URL('../../fixtures/samples/metars.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

const readAt = (raw: string, observedAt: string) => {
  const station = raw.split(' ')[0] ?? '';
  return readReports(raw, [station], Date.parse(observedAt)).metars.get(station)?.report ?? null;
};

describe('our reading of real reports', () => {
  test.each(rows.map((row) => row.split('\t')))('%s', (raw = '', time = '', ...figures) => {
    const decoding = decodingOf(readAt(raw, `2014-12-18T${time}:00Z`));
    expect(Object.keys(decoding)).toEqual(head.split('\t').slice(2));
    expect(Object.values(decoding).map((one) => (one === null ? '' : String(one)))).toEqual(figures);
  });
});

describe('the comparison with the issuing service', () => {
  const columns =
    'raw_text,station_id,observation_time,temp_c,dewpoint_c,wind_dir_degrees,wind_speed_kt,wind_gust_kt,visibility_statute_mi,' +
    'altim_in_hg,sky_cover,cloud_base_ft_agl,sky_cover,cloud_base_ft_agl,sky_cover,cloud_base_ft_agl,sky_cover,' +
    'cloud_base_ft_agl,flight_category,vert_vis_ft';
  const differences = (row: string) => {
    const [issued] = readIssued(`No errors\n1 results\n${columns}\n${row}\n`);
    if (!issued) throw new Error('No report was read.');
    return differencesOf(issued, readAt(issued.raw, issued.observedAt)).map(({ member, kind }) => [member, kind]);
  };
  const vertical = 'KFVE 180753Z 01010KT 1SM VV011 M04/M04 A2966,KFVE,2014-12-18T07:53:00Z,-4,-4,10,10,,1,29.66';

  test('finds none where both are the same', () => {
    const layers = 'FEW,1000,BKN,4800,,,,,VFR,';
    const row = `KADW 180758Z 27005G15KT 10SM FEW010 BKN048 02/M06 A3008 RMK T00221056,KADW,2014-12-18T07:58:00Z,2.2,-5.6,270,5,15,10,30.08,${layers}`;
    expect(differences(row)).toEqual([]);
  });

  test('explains a known difference, and names one that is not explained', () => {
    expect(differences(`${vertical},OVX,0,,,,,,,LIFR,1100`)).toEqual([
      ['category', 'theirs: LIFR for any vertical visibility; ours: by its height, as the FAA defines a ceiling'],
    ]);
    expect(differences(`${vertical},BKN,800,,,,,,,IFR,`)).toEqual([['ceiling', unexplained]]);
  });
});
