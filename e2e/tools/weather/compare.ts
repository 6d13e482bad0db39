import Papa from 'papaparse';
import type { Metar } from '#contract/gateway/weather.ts';
import { flightCategory } from '#domain/weather/weather.ts';

/** What a report says, with null for what is not known. */
export type Decoding = {
  /** Degrees true, or `variable`. */
  readonly direction: number | 'variable' | null;
  readonly speed: number | null;
  readonly gust: number | null;
  readonly visibility: number | null;
  readonly temperature: number | null;
  readonly dewPoint: number | null;
  readonly altimeter: number | null;
  readonly ceiling: number | 'none' | null;
  readonly category: string | null;
};
type Member = keyof Decoding;

/** One report with the decoding of the service that issued it. */
export type Issued = {
  readonly raw: string;
  readonly station: string;
  readonly observedAt: string;
  readonly decoding: Decoding;
};

/** The reports of a file of the Aviation Weather Center (`metars.cache.csv`). Some of its columns have the same name. */
export function readIssued(text: string): Issued[] {
  const start = text.indexOf('raw_text,');
  const { data } = Papa.parse<string[]>(start < 0 ? '' : text.slice(start), { skipEmptyLines: true });
  const [head = [], ...rows] = data;
  return rows.map((row) => {
    const said = (name: string) => row[head.indexOf(name)] ?? '';
    const figure = (name: string) => (said(name) === '' ? null : Number(said(name)));
    const speed = figure('wind_speed_kt');
    const first = head.indexOf('sky_cover');
    const layers = [0, 2, 4, 6].map((place) => ({
      cover: row[first + place] ?? '',
      base: row[first + place + 1] ?? '',
    }));
    return {
      raw: said('raw_text'),
      station: said('station_id'),
      observedAt: said('observation_time'),
      decoding: {
        direction: figure('wind_dir_degrees'),
        speed,
        gust: figure('wind_gust_kt'),
        visibility: figure('visibility_statute_mi'),
        temperature: figure('temp_c'),
        dewPoint: figure('dewpoint_c'),
        altimeter: figure('altim_in_hg'),
        ceiling: ceilingOf(layers, figure('vert_vis_ft')),
        category: said('flight_category') || null,
      },
    };
  });
}

type Layer = { readonly cover: string; readonly base: string };

function ceilingOf(layers: readonly Layer[], vertical: number | null): Decoding['ceiling'] {
  // An obscured sky has a base of 0, and its vertical visibility in another column.
  const bases = layers.flatMap(({ cover, base }) =>
    (cover === 'BKN' || cover === 'OVC') && base !== '' ? Number(base) : [],
  );
  if (layers.some(({ cover }) => cover === 'OVX')) bases.push(vertical ?? 0);
  if (bases.length > 0) return Math.min(...bases);
  return layers.some(({ cover }) => cover !== '') ? 'none' : null;
}

/** Our reading of a report as a decoding; all null without one. */
export function decodingOf(metar: Metar | null): Decoding {
  const { wind, visibility, ceiling } = metar?.conditions ?? { wind: null, visibility: null, ceiling: null };
  const reading = metar && flightCategory(metar.conditions);
  return {
    direction: wind?.direction ?? null,
    speed: wind?.speed ?? null,
    gust: wind?.gust ?? null,
    visibility: visibility && Math.round(visibility.miles * 1000) / 1000,
    temperature: metar?.temperature ?? null,
    dewPoint: metar?.dewPoint ?? null,
    altimeter: metar?.altimeter == null ? null : Math.round(metar.altimeter * 100) / 100,
    ceiling,
    category: reading && `${reading.category}${reading.isOrWorse ? ' or worse' : ''}`,
  };
}

/** One figure that we read otherwise than the service did. */
export type Difference = {
  readonly member: Member;
  readonly ours: unknown;
  readonly theirs: unknown;
  readonly kind: string;
};

/** The service has tenths from the remarks, metres as hundredths of a mile, and pressure from whichever group it took. */
const tolerances: { readonly [Of in Member]?: number } = {
  temperature: 0.5,
  dewPoint: 0.5,
  visibility: 0.02,
  altimeter: 0.02,
};

/** Kinds of differences, each with the reason; the first that fits counts. */
const kinds: readonly {
  readonly name: string;
  readonly fits: (raw: string, member: Member, ours: Decoding, theirs: Decoding) => boolean;
}[] = [
  {
    name: 'theirs: decodes `NIL` as an empty report; ours: no report',
    fits: (raw) => /Z (AUTO )?NIL\b/.test(raw),
  },
  {
    name: 'theirs: takes text without the form of a METAR; ours: unreadable, shown as text',
    fits: (raw) => !/\b\d{6}Z\b/.test(raw),
  },
  {
    name: 'theirs: no figure of a visibility with `NDV`',
    fits: (raw, member, _, { visibility }) => member === 'visibility' && visibility === null && /NDV\b/.test(raw),
  },
  {
    name: 'ours: the least visibility where the directions differ, or where it varies',
    fits: (raw, member, ours, theirs) =>
      (member === 'visibility' || member === 'category') &&
      (ours.visibility ?? 99) < (theirs.visibility ?? 0) &&
      /\b\d{4}( \d{4}|[NSEW]{1,2})\b/.test(raw),
  },
  {
    name: 'theirs: no sky for `NSC`, `NCD` or layers with `///`, and so no category',
    fits: (raw, member, ours, theirs) =>
      theirs.ceiling === null &&
      ours.ceiling !== null &&
      (member === 'ceiling' || theirs.category === null) &&
      /\b(NSC|NCD)\b|\d{3}\/\/\//.test(raw) &&
      (member === 'ceiling' || member === 'category'),
  },
  {
    name: 'theirs: a ceiling of 0 ft for `VV///`; ours: not known',
    fits: (raw, member, ours) => member === 'ceiling' && ours.ceiling === null && raw.includes(' VV///'),
  },
  {
    name: 'theirs: LIFR for any vertical visibility; ours: by its height, as the FAA defines a ceiling',
    fits: (raw, member, _, theirs) => member === 'category' && theirs.category === 'LIFR' && / VV\d{3}/.test(raw),
  },
  {
    name: 'ours: “or worse”, or not known, since a layer has no height or amount; theirs: leaves it out',
    fits: (raw, member) =>
      (member === 'ceiling' || member === 'category') && / ((BKN|OVC)\/\/\/|\/{3}(\d{3}|\/{3}))/.test(raw),
  },
  {
    name: 'theirs: no category without both visibility and sky; ours: from the one that is known',
    fits: (_, member, ours, theirs) =>
      member === 'category' && theirs.category === null && (ours.visibility === null || ours.ceiling === null),
  },
  {
    name: 'theirs: no category although both are known',
    fits: (_, member, ours, theirs) => member === 'category' && theirs.category === null && ours.category !== null,
  },
  {
    name: 'theirs: tenths in the remarks that round otherwise than the group',
    fits: (raw, member) => (member === 'temperature' || member === 'dewPoint') && /RMK.* T[01]\d{3}[01]\d{3}/.test(raw),
  },
  {
    name: 'theirs: a temperature next to an unknown dew point is not read',
    fits: (raw, member, _, { temperature }) =>
      member === 'temperature' && temperature === null && /\d\d\/\/\//.test(raw),
  },
  {
    name: 'theirs: half a group is read; ours: unread, and named',
    fits: (raw, member, ours) => ours[member] === null && /\d\dQ\d{4}|Q\d{4}\.\d| \/CLR/.test(raw),
  },
  {
    name: 'theirs: no speed of a wind without a direction',
    fits: (raw, member) => member === 'speed' && / \/\/\/\d\dKT/.test(raw),
  },
  {
    name: 'theirs: `R05/0500/` moves its temperature; ours is that of the group',
    fits: (raw, member) => (member === 'temperature' || member === 'dewPoint') && /R\d\d\/\d{4}\/ /.test(raw),
  },
  {
    name: 'theirs: reads no layer with the kind of its cloud (`BKN040SC`)',
    fits: (raw, member) =>
      (member === 'ceiling' || member === 'category') && /(FEW|SCT|BKN|OVC)\d{3}(SC|CU|ST)/.test(raw),
  },
];

/** How our reading differs from the service's. */
export function differencesOf({ raw, decoding: theirs }: Issued, metar: Metar | null): Difference[] {
  const ours = decodingOf(metar);
  return Object.keys(ours).flatMap((name): Difference[] => {
    const member = name as Member;
    const [mine, other] = [ours[member], theirs[member]];
    if (isSame(member, mine, other)) return [];
    const kind = kinds.find(({ fits }) => fits(raw, member, ours, theirs))?.name ?? unexplained;
    return [{ member, ours: mine, theirs: other, kind }];
  });
}

export const unexplained = 'not explained';

function isSame(member: Member, ours: unknown, theirs: unknown): boolean {
  if (ours === theirs) return true;
  // The service writes no direction and a variable one as 0.
  if (member === 'direction') return theirs === 0 && (ours === 'variable' || ours === null);
  return (
    typeof ours === 'number' &&
    typeof theirs === 'number' &&
    Math.abs(ours - theirs) <= (tolerances[member] ?? 0) + 1e-9
  );
}
