import { createServer } from 'node:http';
import { openGateway } from '#server/app/open.ts';
import { readSettings } from '#server/app/settings.ts';

/**
 * Its own process: the gateway with the settings of its environment, in which one client may make as many requests as all
 * together.
 */
const settings = readSettings(process.env);
const shares = { burst: 1e9, perSecond: 1e9 };
const gateway = await openGateway(settings, null, undefined, { shares });
createServer(gateway.listener).listen(settings.port ?? 0, settings.host);
