import { Facts } from '#web/ui/panel/Facts.tsx';
import { Card } from './Card.tsx';

/** Which Flightline this browser runs: the name of the loaded script changes with every build. */
export function BuildPanel() {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const build = /-([\w-]+)\.js$/.exec(script?.src ?? '')?.[1];
  return (
    <Card title="This dashboard">
      <Facts
        facts={[
          ['Build', build && <code key="build">{build}</code>],
          ['Served from', <code key="origin">{location.origin}</code>],
        ]}
        missing="development, not built"
      />
    </Card>
  );
}
