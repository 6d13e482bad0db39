import { PageHeader } from '#web/ui/panel/PageHeader.tsx';

/** The tool “Aircraft down”. */
export function DownPage() {
  return <PageHeader title="Aircraft down" />;
}
