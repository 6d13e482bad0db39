/** How a page's main thread spends its time, from a trace of Chromium. */

/** The kinds of events that it needs. */
export const traced = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'disabled-by-default-v8.gc'];

export const labours = ['script', 'style', 'layout', 'paint', 'collection', 'other'] as const;
type Labour = (typeof labours)[number];
/** Milliseconds of the main thread, each counted once: a layout that a script forces is layout. */
export type Profile = Readonly<Record<Labour, number>>;

/** An event of Chromium's trace, in microseconds; `X` has a length. */
type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly args: { readonly name?: string };
};

/** The meaning of an event; an unlisted one is part of the event around it. */
const labourOf: ReadonlyMap<string, Labour> = new Map([
  ...[
    'FunctionCall',
    'EvaluateScript',
    'v8.compile',
    'v8.callFunction',
    'RunMicrotasks',
    'EventDispatch',
    'TimerFire',
  ].map((name) => [name, 'script'] as const),
  ...['UpdateLayoutTree', 'Document::recalcStyle', 'ParseAuthorStyleSheet'].map((name) => [name, 'style'] as const),
  ...['Layout', 'IntersectionObserverController::computeIntersections'].map((name) => [name, 'layout'] as const),
  ...['PrePaint', 'Paint', 'Layerize', 'Commit', 'UpdateLayer'].map((name) => [name, 'paint'] as const),
  ...['MinorGC', 'MajorGC', 'V8.GCScavenger', 'BlinkGC.AtomicPhase'].map((name) => [name, 'collection'] as const),
]);

/** Reads a trace in Chromium's JSON. */
export function profileOf(trace: string): Profile {
  const { traceEvents: events } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const main = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const spent = main.map((thread) =>
    spentOn(events.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid)),
  );
  // A browser may keep a spare page, which is almost idle.
  const all = (profile: Profile) => labours.reduce((sum, labour) => sum + profile[labour], 0);
  return spent.reduce((a, b) => (all(b) > all(a) ? b : a));
}

function spentOn(thread: readonly TraceEvent[]): Profile {
  const spent = { script: 0, style: 0, layout: 0, paint: 0, collection: 0, other: 0 };
  const open: { readonly end: number; readonly labour: Labour }[] = [];
  const timed = thread.filter(({ ph, dur }) => ph === 'X' && dur !== undefined);
  for (const { name, ts, dur = 0 } of timed.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) < ts + dur) open.pop();
    const around = open.at(-1);
    const labour = labourOf.get(name) ?? around?.labour ?? 'other';
    spent[labour] += dur / 1000;
    if (around) spent[around.labour] -= dur / 1000;
    open.push({ end: ts + dur, labour });
  }
  return spent;
}
