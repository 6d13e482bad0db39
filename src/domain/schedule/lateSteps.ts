/** A step that somebody ticked, or whose tick they took back; in order of time. */
type Act = { readonly step: string; readonly isDone: boolean };

/** The steps that are ticked now, each with the act that says so: the last one of a step counts. */
export function doneSteps<One extends Act>(acts: readonly One[]): ReadonlyMap<string, One> {
  const last = new Map(acts.map((act) => [act.step, act]));
  return new Map(Array.from(last).filter(([, { isDone }]) => isDone));
}

/** The steps of a school's procedure as it wrote them: one per line, or separated by semicolons; each once. */
export function stepsOf(written: string): string[] {
  const steps = written.split(/[;\n]/).map((step) => step.trim().replaceAll(/\s+/g, ' '));
  return [...new Set(steps.filter(Boolean))];
}
