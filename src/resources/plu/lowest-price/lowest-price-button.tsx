import { Printer } from 'lucide-react';
import { usePageText } from '@/core/app/i18n/i18n';
import { useApp } from '@/core/app/shell/app-context';
import { Button } from '@/core/ui/display/button';
import { texts } from './texts';

/** Link to the sheet of reduced prices; absent on a server that knows no earlier prices. */
export function LowestPriceButton() {
  const { genericServer } = useApp();
  const say = usePageText('plu/lowest-price', texts);
  if (genericServer) return null;
  return (
    <Button href="/prices/lowest" icon={Printer}>
      {say('button')}
    </Button>
  );
}
