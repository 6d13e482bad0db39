import { execFileSync } from 'node:child_process';

/** Whether this machine has the tool that checks metrics, rules and configurations of Prometheus. */
export function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** For the names of tests that need it: without it they are skipped, and say why. */
export const promtoolLeftOut = hasPromtool() ? '' : ' (left out: promtool of Prometheus is not installed)';
