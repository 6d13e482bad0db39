// Plain JavaScript that runs before our TypeScript, because an older Node fails on TypeScript with an unclear error.
import { isTooOld, refusal } from './nodeVersion.mjs';

if (isTooOld(process.versions.node)) {
  console.error(refusal(process.versions.node, 'run "npm ci" without --omit=optional, which brings one along.'));
  process.exit(2);
}
