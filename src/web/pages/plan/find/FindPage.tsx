import { PageHeader } from '#web/ui/panel/PageHeader.tsx';

/** The tool “Finder”. */
export function FindPage() {
  return <PageHeader title="Finder" />;
}
