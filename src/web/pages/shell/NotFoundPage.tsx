import { useLocation } from 'react-router';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader title="No such page" />
      <p>
        There is nothing at <code>{pathname}</code>. <AppLink to="/fleet">Go to the fleet</AppLink>.
      </p>
    </>
  );
}
