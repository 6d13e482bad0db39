// Plain JavaScript that old versions of Node understand.
const least = [24, 15];

/** Whether a version of Node, such as `24.15.0`, is too old for us. */
export function isTooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < least[0] || (major === least[0] && minor < least[1]);
}

/** What to do about it, in one sentence. */
export function refusal(version, remedy) {
  return `Flightline needs Node ${least.join('.')} or newer and was started with ${version}: install a newer one, or ${remedy}`;
}
