import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '@/ui/display/button';
import { printAlone } from '@/ui/style/printing';
import { download, fileName } from '../export/download';
import { useFormat } from '../i18n/use-format';
import { useApp } from '../shell/app-context';
import { useSecondFactorText } from './code-entry';
import styles from './second-factor.module.css';

/** Ten new recovery codes, which are shown this once: to copy, to keep as a file, to print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const say = useSecondFactorText();
  const format = useFormat();
  const email = useApp().current.me?.user?.email ?? '';
  const [isCopied, setIsCopied] = useState(false);
  const [madeAt] = useState(() => new Date().toISOString());
  const head = [say('kept.of', { email }), say('kept.madeAt', { when: format.momentLong(madeAt) })];
  const text = [...head, '', ...codes, ''].join('\n');
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setIsCopied(true),
      () => undefined,
    );
  return (
    <div className={styles.kept}>
      <p>{say('kept.about')}</p>
      <ol className={styles.codes} aria-label={say('kept.label')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.acts}>
        {/* Over http browsers give no access to the clipboard; the codes can be selected. */}
        {'clipboard' in navigator && (
          <Button icon={Copy} size="md" onClick={() => void copy()}>
            {say('kept.copy')}
          </Button>
        )}
        <Button
          icon={Download}
          size="md"
          onClick={() =>
            download(
              fileName('tillhouse', say('kept.file'), email, '.txt'),
              new Blob([text], { type: 'text/plain' }),
            )
          }
        >
          {say('kept.download')}
        </Button>
        <Button icon={Printer} size="md" onClick={printAlone}>
          {say('kept.print')}
        </Button>
        <span className="muted" aria-live="polite">
          {isCopied && say('kept.copied')}
        </span>
      </div>
      {/* Beside the dialog, which would cut it off on paper. */}
      {createPortal(
        <div className={styles.paper} data-receipt aria-hidden="true">
          <p>{head[0]}</p>
          <ol>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <p>{head[1]}</p>
        </div>,
        document.body,
      )}
    </div>
  );
}
