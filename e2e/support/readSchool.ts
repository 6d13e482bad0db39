import { filled } from './filled.ts';
import { gatewayAddress } from './servers.ts';

/** Before the first test: resolves once the gateway has read the school. */
export default function readSchool(): Promise<void> {
  return filled(gatewayAddress);
}
