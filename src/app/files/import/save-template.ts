import type { Language } from '../../i18n/i18n';
import { download, fileName } from '../../export/download';
import type { ImportDeclaration } from '../understanding/import-field';

/** Downloads an empty workbook with every column of a resource, and a sheet that says what each of them means. */
export async function saveTemplate(declaration: ImportDeclaration, language: Language): Promise<void> {
  const { templateOf } = await import('../out/template');
  download(`${fileName(declaration.resource, 'template')}.xlsx`, templateOf(declaration, language));
}
