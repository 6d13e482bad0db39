import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';

/** Reduces pictures to 64 colours if pngquant is installed: a third of the size, with no visible difference on flat surfaces. */
export default function reducePictures(): void {
  const paths = globSync('e2e/screenshots/**/*.png');
  const { status } = spawnSync('pngquant', ['--force', '--nofs', '--ext', '.png', '64', ...paths.filter(isWhole)]);
  const size = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  const how = status === 0 ? '' : ', not reduced (is pngquant installed?)';
  console.log(`${paths.length} pictures, ${(size / 1e6).toFixed(1)} MB${how}`);
}

/**
 * Whether a picture has more than a palette (its colour type, PNG section 11.2.1). The others are already reduced and stay
 * unchanged.
 */
function isWhole(path: string): boolean {
  return readFileSync(path)[25] !== 3;
}
