import { idList, placeConditions, readFiles, type File, type Restriction } from '../archive-sql.server';
import { articleKey, figureColumns, pairKey } from '../columns';

/**
 * Returns SQL of DuckDB: what was sold together with a product in whole files, of receipts with few products from their pairs
 * and of the others from their lines (pairs/fill-pairs.server.ts).
 */
export function pairTexts(folder: string, some: readonly File[], plu: string, asked: Restriction): string[] {
  const figures = ['plu_receipts', ...figureColumns].join(', ');
  const id = idList([plu]);
  const place = placeConditions(asked).join(' and ');
  const columns = `true as counts, ${articleKey.join(', ')}, ${figures}`;
  const baskets = readFiles(folder, some, 'baskets');
  // Both lists of files are in the same order, so that a number of `articles` is found by the place of its file.
  return [
    `select ${columns} from (
        select file_index as file, article, ${figures} from ${readFiles(folder, some, 'pairs')}
        where asked_key = ${pairKey(id)} and asked = ${id} and ${place}
      ) join (
        select file_index as file, article, ${articleKey.join(', ')} from ${readFiles(folder, some, 'articles')}
      ) using (file, article)`,
    `select ${columns} from ${baskets} where ${place} and plu_id is distinct from ${id}
        and receipt in (select receipt from ${baskets} where ${place} and plu_id = ${id})`,
  ];
}
