import { askServer } from './askServer.ts';

/** Milliseconds: long enough to read what went wrong, and no haste where it goes wrong again. */
const wait = 30_000;

/** Loads the page anew after a while, once the server answers with it; until the returned function is called. */
export function beginAnew(): () => void {
  const timer = setInterval(() => void askServer().then((word) => word && location.reload()), wait);
  return () => clearInterval(timer);
}
