/** Work in steps. Each `yield` is a place where other work may run before it goes on. */
export type Steps<Value> = Generator<undefined, Value, undefined>;

/** The result of some steps, without pauses. */
export function atOnce<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Items per step: most rules take some tens of microseconds for one. */
const perStep = 100;

/** Like `flatMap`, in steps of some items each. */
export function* flatMapped<Item, Result>(
  items: readonly Item[],
  each: (item: Item) => readonly Result[] | Result,
): Steps<Result[]> {
  const found: Result[] = [];
  for (let from = 0; from < items.length; from += perStep) {
    if (from > 0) yield;
    // Not spread into one call, because the arguments of a call are limited.
    for (const result of items.slice(from, from + perStep).flatMap(each)) found.push(result);
  }
  return found;
}
