/** Items that each need one carrier, and the cost of each choice. Lower is better. */
export type AssignmentProblem = {
  /** By item and carrier; null where the carrier cannot take the item. */
  readonly costs: readonly (readonly (number | null)[])[];
  /** The cost of an item without a carrier, higher than any choice. */
  readonly unplaced: number;
  /**
   * Whether a carrier can take these items together. If a set fits, every part of it must fit too. Each item alone fits
   * every carrier for which it has a cost.
   */
  readonly fits: (carrier: number, items: readonly number[]) => boolean;
  /** The search stops after this many steps and returns the best so far. */
  readonly maxSteps?: number;
};

export type Assignment = {
  /** The carrier of each item; null for none. */
  readonly carriers: readonly (number | null)[];
  /** The sum of the choices' costs, plus one for each carrier with any item. */
  readonly cost: number;
  /** No assignment costs less than this. */
  readonly bound: number;
  /** True if no assignment is better: the search ended, or the cost is the bound. */
  readonly isProven: boolean;
  readonly steps: number;
};

/** These steps take about 5 ms. A plan for one aircraft usually needs fewer than a hundred. */
const defaultSteps = 2_000;

/**
 * The cheapest assignment, by branch and bound. Each carrier with any item costs one more, so the plan with fewer
 * carriers wins among equals. The costs of two choices should therefore differ by more than the number of items. With
 * several items on one carrier this is interval scheduling with eligible machines. With the fewest carriers it is a set
 * cover. Both are NP-hard, so the search stops after a set number of steps and says whether it was complete (decision
 * 0046).
 */
export function assign(problem: AssignmentProblem): Assignment {
  const search = searchOf(problem);
  descend(search, search.start);
  const bound = Math.min(search.bestCost, search.isCut ? search.root : search.bestCost);
  return {
    carriers: search.best,
    cost: search.bestCost,
    bound,
    isProven: bound === search.bestCost,
    steps: search.steps,
  };
}

type Choice = { readonly carrier: number; readonly cost: number };

type Search = {
  readonly problem: AssignmentProblem;
  /** The choices of each item, cheapest first, without carriers that another one replaces. */
  readonly choices: readonly (readonly Choice[])[];
  /** The least cost of each item. */
  readonly min: readonly number[];
  /** The carriers at that cost, as bits, and their number. */
  readonly cheapest: readonly BitSet[];
  readonly cheapestCounts: readonly number[];
  /** True for a carrier that can take all its items together. */
  readonly isRoomy: readonly boolean[];
  /** How many items each carrier could take at their least cost. */
  readonly reach: readonly number[];
  /** For each carrier with such items, those items as bits. */
  readonly served: readonly BitSet[];
  /** All items, starting with those that have the fewest carriers at their least cost. */
  readonly rarest: readonly number[];
  readonly start: Partial;
  readonly root: number;
  readonly maxSteps: number;
  best: readonly (number | null)[];
  bestCost: number;
  steps: number;
  isCut: boolean;
};

/** A partial assignment. It is changed in place on the way down, and restored on the way up. */
type Partial = {
  readonly carriers: (number | null | undefined)[];
  readonly loads: number[][];
  readonly used: BitSet;
  cost: number;
  /** The sum of the least costs of the items not decided yet. */
  rest: number;
};

function searchOf(problem: AssignmentProblem): Search {
  const { costs, unplaced, fits } = problem;
  const carrierCount = costs[0]?.length ?? 0;
  const words = Math.ceil(carrierCount / 32);
  const itemsOf = Array.from({ length: carrierCount }, (_, carrier) =>
    costs.flatMap((row, item) => (row[carrier] == null ? [] : [item])),
  );
  const isRoomy = itemsOf.map((items, carrier) => items.length > 0 && fits(carrier, items));
  const kept = keptCarriers(costs, isRoomy, itemsOf);
  const choices = costs.map((row) =>
    row
      .flatMap((cost, carrier): Choice[] => (cost === null || !kept[carrier] ? [] : [{ carrier, cost }]))
      .toSorted((a, b) => a.cost - b.cost || a.carrier - b.carrier),
  );
  const min = choices.map((ownChoices) => ownChoices[0]?.cost ?? unplaced);
  const reach = Array.from({ length: carrierCount }, () => 0);
  const cheapest = choices.map((ownChoices, item) => {
    const bits = new Uint32Array(words);
    for (const { carrier, cost } of ownChoices) {
      if (cost !== min[item]) continue;
      setBit(bits, carrier, true);
      reach[carrier] = (reach[carrier] ?? 0) + 1;
    }
    return bits;
  });
  const cheapestCounts = cheapest.map(countBits);
  const rest = min.reduce((sum, cost) => sum + cost, 0);
  const start: Partial = {
    carriers: costs.map(() => undefined),
    loads: itemsOf.map(() => []),
    used: new Uint32Array(words),
    cost: 0,
    rest,
  };
  const search: Search = {
    problem,
    choices,
    min,
    cheapest,
    cheapestCounts,
    isRoomy,
    reach,
    served: servedBy(cheapest, carrierCount),
    rarest: [...cheapest.keys()].toSorted((a, b) => (cheapestCounts[a] ?? 0) - (cheapestCounts[b] ?? 0)),
    start,
    root: rest,
    maxSteps: problem.maxSteps ?? defaultSteps,
    best: costs.map(() => null),
    bestCost: costs.length * unplaced,
    steps: 0,
    isCut: false,
  };
  return { ...search, root: rest + further(search, start) };
}

/**
 * The carriers worth trying. A roomy carrier replaces another one if it takes each of that one's items at no higher
 * cost. No plan gets worse by it.
 */
function keptCarriers(
  costs: AssignmentProblem['costs'],
  isRoomy: readonly boolean[],
  itemsOf: readonly (readonly number[])[],
): readonly boolean[] {
  const replaces = (a: number, b: number) =>
    (itemsOf[b] ?? []).every((item) => {
      const [own, other] = [costs[item]?.[a] ?? null, costs[item]?.[b] ?? null];
      return own !== null && other !== null && own <= other;
    });
  const kept = itemsOf.map((items) => items.length > 0);
  itemsOf.forEach((_, carrier) => {
    if (!kept[carrier] || !isRoomy[carrier]) return;
    itemsOf.forEach((_items, other) => {
      if (other !== carrier && kept[other] && replaces(carrier, other)) kept[other] = false;
    });
  });
  return kept;
}

/** Tries each choice of one undecided item, as long as a better plan is possible. */
function descend(search: Search, partial: Partial): void {
  if (search.steps >= search.maxSteps) {
    search.isCut = true;
    return;
  }
  search.steps++;
  const { item, only } = nextItem(search, partial);
  if (item === null) {
    if (partial.cost < search.bestCost) {
      search.bestCost = partial.cost;
      search.best = partial.carriers.map((carrier) => carrier ?? null);
    }
    return;
  }
  if (partial.cost + partial.rest + further(search, partial) >= search.bestCost) return;
  for (const choice of only ? [only] : optionsOf(search, partial, item)) take(search, partial, item, choice);
}

function take(search: Search, partial: Partial, item: number, { carrier, cost }: Option): void {
  const min = search.min[item] ?? 0;
  const load = carrier === null ? null : (partial.loads[carrier] ?? null);
  const isNew = load?.length === 0;
  partial.carriers[item] = carrier;
  partial.cost += cost + Number(isNew);
  partial.rest -= min;
  if (carrier !== null && load) {
    load.push(item);
    setBit(partial.used, carrier, true);
  }
  descend(search, partial);
  if (carrier !== null && load) {
    load.pop();
    if (isNew) setBit(partial.used, carrier, false);
  }
  partial.rest += min;
  partial.cost -= cost + Number(isNew);
  partial.carriers[item] = undefined;
}

type Option = { readonly carrier: number | null; readonly cost: number };

/**
 * The choices that fit, cheapest first. At equal cost, carriers in use come first, then those that could take the most
 * items.
 */
function optionsOf({ problem, choices, reach }: Search, { loads }: Partial, item: number): readonly Option[] {
  const options = (choices[item] ?? []).filter(({ carrier }) => {
    const load = loads[carrier] ?? [];
    return load.length === 0 || problem.fits(carrier, [...load, item]);
  });
  const isUsed = ({ carrier }: Choice) => Number((loads[carrier]?.length ?? 0) > 0);
  const sorted = options.toSorted(
    (a, b) =>
      a.cost - b.cost ||
      isUsed(b) - isUsed(a) ||
      (reach[b.carrier] ?? 0) - (reach[a.carrier] ?? 0) ||
      a.carrier - b.carrier,
  );
  return [...sorted, { carrier: null, cost: problem.unplaced }];
}

/**
 * The next item to decide. If a roomy carrier in use takes an item at its least cost, no other choice is needed
 * (`only`). Otherwise it is the item with the fewest carriers at its least cost, preferably one that no carrier in use
 * takes.
 */
function nextItem(
  { cheapest, cheapestCounts, isRoomy, choices, min }: Search,
  { carriers, used, loads }: Partial,
): { readonly item: number | null; readonly only: Choice | null } {
  let item: number | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (let one = 0; one < carriers.length; one++) {
    if (carriers[one] !== undefined) continue;
    const bits = cheapest[one] ?? none;
    const isServed = meets(bits, used);
    const only = isServed
      ? choices[one]?.find(
          ({ carrier, cost }) => cost === min[one] && isRoomy[carrier] && (loads[carrier]?.length ?? 0) > 0,
        )
      : undefined;
    if (only) return { item: one, only };
    const count = (isServed ? 1_000 : 0) + (cheapestCounts[one] ?? 0);
    if (count < fewest) [item, fewest] = [one, count];
  }
  return { item, only: null };
}

/** The items that each carrier takes at their least cost, as bits; without carriers that take none. */
function servedBy(cheapest: readonly BitSet[], carrierCount: number): readonly BitSet[] {
  const served = Array.from({ length: carrierCount }, (_, carrier) => {
    const bits = new Uint32Array(Math.ceil(cheapest.length / 32));
    cheapest.forEach((carriers, item) => {
      if (hasBit(carriers, carrier)) setBit(bits, item, true);
    });
    return bits;
  });
  return served.filter((bits) => countBits(bits) > 0);
}

/**
 * A lower bound for further carriers, for the items that no carrier in use takes at their least cost. It is the larger
 * of two counts: items that share no carrier, and carriers needed if each took as many items as possible. An item that
 * takes another choice costs more than all these carriers.
 */
function further({ cheapest, choices, rarest, served }: Search, { carriers, used }: Partial): number {
  const met = used.slice();
  const open = new Uint32Array(Math.ceil(carriers.length / 32));
  let [count, openCount] = [0, 0];
  for (const item of rarest) {
    const bits = cheapest[item] ?? none;
    if (carriers[item] !== undefined || choices[item]?.length === 0 || meets(bits, used)) continue;
    setBit(open, item, true);
    openCount++;
    if (meets(bits, met)) continue;
    count++;
    for (let word = 0; word < met.length; word++) met[word] = (met[word] ?? 0) | (bits[word] ?? 0);
  }
  return openCount <= count ? count : Math.max(count, fewestFor(openCount, open, served));
}

/** How many carriers are needed to take all open items, if no two carriers took the same item. */
function fewestFor(openCount: number, open: BitSet, served: readonly BitSet[]): number {
  // How many carriers take one open item, how many take two, and so on.
  const sizes = new Uint16Array(openCount + 1);
  for (const bits of served) {
    let own = 0;
    for (let word = 0; word < bits.length; word++) own += bitsIn((bits[word] ?? 0) & (open[word] ?? 0));
    sizes[own] = (sizes[own] ?? 0) + 1;
  }
  let [left, count] = [openCount, 0];
  for (let size = openCount; size > 0 && left > 0; size--) {
    const taken = Math.min(sizes[size] ?? 0, Math.ceil(left / size));
    left -= taken * size;
    count += taken;
  }
  return count;
}

/** Sets of small numbers as bits, 32 to a word, because the search compares them at every step. */
type BitSet = Uint32Array;

const none: BitSet = new Uint32Array();

function setBit(bits: BitSet, place: number, isSet: boolean): void {
  const word = place >>> 5;
  const mask = 1 << (place & 31);
  bits[word] = isSet ? (bits[word] ?? 0) | mask : (bits[word] ?? 0) & ~mask;
}

function hasBit(bits: BitSet, place: number): boolean {
  return ((bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
}

function meets(a: BitSet, b: BitSet): boolean {
  for (let place = 0; place < a.length; place++) if (((a[place] ?? 0) & (b[place] ?? 0)) !== 0) return true;
  return false;
}

function countBits(bits: BitSet): number {
  let count = 0;
  for (const word of bits) count += bitsIn(word);
  return count;
}

/** Adds up neighbouring bits, then pairs, fours and bytes. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
