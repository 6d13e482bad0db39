// Plain JavaScript that runs before our TypeScript, because an older Node fails on TypeScript with an unclear error.
const least = [24, 15];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < least[0] || (major === least[0] && minor < least[1])) {
  console.error(
    `Flightline needs Node ${least.join('.')} or newer and was started with ${process.versions.node}: install a newer one, or run "npm ci" without --omit=optional, which brings one along.`,
  );
  process.exit(2);
}
