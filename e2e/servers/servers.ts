/** The real stack for browser tests: the embedded operator with a fixed clock, and the gateway in front of it. */

/** The operator's clock and the browser's: Tuesday 12 May 2026, 1105L in Denver. */
export const now = '2026-05-12T17:05:00Z';

const operatorPort = Number(process.env['E2E_OPERATOR_PORT'] ?? 4611);
const gatewayPort = Number(process.env['E2E_GATEWAY_PORT'] ?? 4612);
/** The embedded operator. Its clock is fixed and it refuses no call, so a test's own gateway can read the same school. */
export const operatorAddress = `http://127.0.0.1:${operatorPort}`;
const key = 'demo-key';

export const gatewayAddress = `http://127.0.0.1:${gatewayPort}`;

const node = `"${process.execPath}"`;

export const servers = [
  {
    name: 'operator',
    command: `${node} src/operator/main.ts --port ${operatorPort} --key ${key} --now ${now} --rate-limit 0 --seed 1`,
    wait: { stdout: /operator ready at/ },
  },
  {
    name: 'gateway',
    command: `${node} e2e/servers/standingGateway.ts`,
    url: `${gatewayAddress}/health`,
    env: {
      API_BASE_URL: operatorAddress,
      API_SUBSCRIPTION_KEY: key,
      API_OPERATOR_ID: '1001',
      API_RATE_LIMIT: '100000',
      OPERATOR_TIME_ZONE: 'America/Denver',
      OPERATOR_NAME: 'Pikes Peak Flying School',
      HOST: '127.0.0.1',
      PORT: String(gatewayPort),
    },
  },
];
