import { execFileSync } from 'node:child_process';

/** Whether the tool that judges metrics, rules and configurations of Prometheus is here. */
export function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** For the names of tests that need it: they are skipped without it, and say why. */
export const promtoolLeftOut = hasPromtool() ? '' : ' (left out: promtool of Prometheus is not installed)';
