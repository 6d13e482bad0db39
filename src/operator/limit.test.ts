import { expect, test } from 'vitest';
import { sampleClient, samplePath, sampleSchool } from '#e2e/servers/operatorSamples.ts';

function limited() {
  let milliseconds = 0;
  const school = sampleSchool({ keys: ['one', 'two'], rateLimit: 3, stopwatch: () => milliseconds });
  const { call } = sampleClient(school);
  const ask = async (key = 'one', path = samplePath('getOperator')) => {
    const { status, headers } = await call(path, { headers: { 'x-subscription-key': key } });
    return [status, headers.get('retry-after')];
  };
  return { ask, call, wait: (seconds: number) => (milliseconds += seconds * 1000) };
}

test('the call beyond the limit is answered with 429 and a true Retry-After', async () => {
  const { ask, wait } = limited();
  for (const seconds of [0, 10, 10]) {
    wait(seconds);
    expect(await ask()).toEqual([200, null]);
  }
  wait(0.5);
  expect(await ask()).toEqual([429, '40']);
  wait(39);
  expect(await ask()).toEqual([429, '1']);
  wait(1);
  expect(await ask()).toEqual([200, null]);
  expect(await ask()).toEqual([429, '10']);
});

test('each key has its own allowance', async () => {
  const { ask } = limited();
  for (let call = 0; call < 3; call++) await ask('one');
  expect(await ask('one')).toEqual([429, '60']);
  expect(await ask('two')).toEqual([200, null]);
});

test('refused calls with a known key count, those without do not', async () => {
  const { ask } = limited();
  for (let call = 0; call < 5; call++) expect(await ask('unknown')).toEqual([401, null]);
  for (let call = 0; call < 3; call++) expect(await ask('one', '/elsewhere')).toEqual([404, null]);
  expect(await ask('one')).toEqual([429, '60']);
});

test('the body is the error array', async () => {
  const { ask, call } = limited();
  for (let calls = 0; calls < 3; calls++) await ask();
  const { body } = await call('/elsewhere', { headers: { 'x-subscription-key': 'one' } });
  expect(body).toMatchObject([{ code: 429, message: 'Too many requests. Try again in 60 seconds.' }]);
});
