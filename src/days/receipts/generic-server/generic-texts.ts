/** The texts of receipts of a generic server. */
export const genericTexts = {
  en: {
    otherShape: 'This server’s receipts have another shape than ours, so they are shown as they came.',
    asItCame: 'The whole receipt, as it came',
  },
  fi: {
    otherShape:
      'Tämän palvelimen kuitit ovat erilaisia kuin omamme, joten ne näytetään sellaisina kuin tulivat.',
    asItCame: 'Koko kuitti sellaisena kuin tuli',
  },
} as const;
