import type { ReactNode } from 'react';
import { useDocumentTitle } from '../shell/document-title';
import { useLanguage, useTextOf, type SayOf } from '../i18n/i18n';
import { useReceiptArt } from './sign-in-art';
import { SignInPage } from '@/ui/layout/sign-in-page';

/** Returns the texts of the sign-in pages. */
export const useSignInText = (): SayOf => useTextOf('sign-in');

/** Layout of all pages shown to users who are not signed in. */
export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  const saySignIn = useSignInText();
  const { language, choose } = useLanguage();
  const receiptArt = useReceiptArt();
  const other = language === 'en' ? 'fi' : 'en';
  useDocumentTitle(title);
  return (
    <SignInPage
      title={title}
      product={{ name: 'Tillhouse', caption: saySignIn('slogan') }}
      receipt={receiptArt}
      note={saySignIn('note')}
      language={
        <button type="button" className="link" lang={other} onClick={() => choose(other)}>
          {other === 'fi' ? 'Suomeksi' : 'In English'}
        </button>
      }
    >
      {children}
    </SignInPage>
  );
}
