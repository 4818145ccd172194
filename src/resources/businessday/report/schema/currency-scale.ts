/** Returns the number of decimals of a currency (ISO 4217), by its three-letter code; 2 for an unknown code. */
export const currencyScale = (code: string): number => {
  if (' BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF '.includes(` ${code} `)) return 0;
  if (' BHD IQD JOD KWD LYD OMR TND '.includes(` ${code} `)) return 3;
  return code === 'CLF' || code === 'UYW' ? 4 : 2;
};
