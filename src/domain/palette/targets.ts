/** Something the palette offers; where it leads is the caller's. */
export type Target = {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** Said beside the label, and searched too. */
  readonly hint: string;
  /** Further words to find it by. */
  readonly words?: string;
};

type Searched = { readonly label: string; readonly all: string; readonly parts: readonly string[] };

/** Lower case, without accents and dashes: `N512-SP` is found by `512sp`, `Núñez` by `nunez`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[-‐–’']/g, '');
}

/**
 * The targets that all words of the text are found in, best first: a label that is it or begins so, then a word that begins
 * so, then the end of one (the last three of a tail number), then any part. Equal ones keep the order given. Linear.
 */
export function findTargets<Given extends Target>(targets: readonly Given[], text: string): Given[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...targets];
  const scored = targets.flatMap((target) => {
    const score = scoreOf(searchedOf(target), words);
    return score === 0 ? [] : [{ target, score }];
  });
  return scored.toSorted((a, b) => b.score - a.score).map(({ target }) => target);
}

function searchedOf({ label, hint, words = '' }: Target): Searched {
  const all = plain(`${label} ${hint} ${words}`);
  return { label: plain(label), all, parts: all.split(/[\s/,·]+/) };
}

/** The sum over all words; 0 where one of them is nowhere. */
function scoreOf(searched: Searched, words: readonly string[]): number {
  const scores = words.map((word) => wordScore(searched, word));
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) / words.length;
}

function wordScore({ label, all, parts }: Searched, word: string): number {
  if (label === word) return 6;
  if (label.startsWith(word)) return 5;
  if (parts.some((part) => part.startsWith(word))) return 4;
  if (parts.some((part) => part.endsWith(word))) return 3;
  if (label.includes(word)) return 2;
  return all.includes(word) ? 1 : 0;
}

/** The best of each group, groups in the order of their best, at most `most` of one. */
export function byGroup<Given extends Target>(
  targets: readonly Given[],
  most: number,
): { readonly group: string; readonly targets: readonly Given[] }[] {
  return Array.from(
    Map.groupBy(targets, ({ group }) => group),
    ([group, members]) => ({
      group,
      targets: members.slice(0, most),
    }),
  );
}
