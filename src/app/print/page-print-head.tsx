import { useFormat } from '../i18n/use-format';
import { useApp } from '../shell/app-context';
import { usePrintMoment } from '@/ui/style/printing';
import { PrintHead } from './print-head';
import styles from './print.module.css';

/** Head on paper of every page that has none of its own: the company, the page's title and the moment of printing. */
export function PagePrintHead() {
  const { me } = useApp().current;
  const format = useFormat();
  const moment = usePrintMoment();
  if (moment === null || document.querySelector('main .print-head:not([data-page-head] *)')) return null;
  const title = document.title.replace(/ · Tillhouse$/, '');
  return (
    <div data-page-head className={styles.pageHead}>
      <PrintHead company={me?.company.name ?? ''} about="" aside={format.momentLong(moment)} title={title} />
    </div>
  );
}
