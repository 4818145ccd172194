import { describe, expect, it, test } from 'vitest';
import { readFormula, type FormulaWords } from './formula';

const english: FormulaWords = {
  separator: '.',
  lists: [
    { id: 'summer', name: 'Summer' },
    { id: 'night', name: 'Night' },
    { id: 'night2', name: 'night' },
  ],
};
const finnish: FormulaWords = { ...english, separator: ',' };

/** Reads a formula as `take × by / over + add`. */
function read(text: string, words = english): string {
  const { formula, problem } = readFormula(text, words);
  if (problem) return `${problem.rule} at ${problem.at}: ${problem.part}`;
  const { take, by, over, add } = formula;
  const begin = take.kind === 'list' ? `list ${take.id}` : take.kind === 'price' ? take.price : take.kind;
  return `${begin} × ${by.toFixed()} / ${over.toFixed()} + ${add.toFixed()}`;
}

describe('a formula', () => {
  test.each([
    ['+5 %', 'own × 1.05 / 1 + 0'],
    ['+5%', 'own × 1.05 / 1 + 0'],
    ['-10%', 'own × 0.9 / 1 + 0'],
    ['−10 %', 'own × 0.9 / 1 + 0'],
    ['+0.20', 'own × 1 / 1 + 0.2'],
    ['−0.20 + 5 %', 'own × 1.05 / 1 + -0.2'],
    ['4.90', '4.9 × 1 / 1 + 0'],
    ['= 4.90', '4.9 × 1 / 1 + 0'],
    ['cost / (1 − 40 %)', 'cost × 1 / 0.6 + 0'],
    ['cost * 1.6', 'cost × 1.6 / 1 + 0'],
    ['base × 0.9', 'base × 0.9 / 1 + 0'],
    ['base x 90 %', 'base × 0.9 / 1 + 0'],
    ['BASE × (1 - 10%)', 'base × 0.9 / 1 + 0'],
    ['list "Summer" + 3 %', 'list summer × 1.03 / 1 + 0'],
    ['= list “summer”', 'list summer × 1 / 1 + 0'],
    ['price + 5 % + 5 %', 'own × 1.1025 / 1 + 0'],
  ])('%s', (text, meaning) => expect(read(text)).toBe(meaning));

  test.each([
    ['+5,5 %', 'own × 1.055 / 1 + 0'],
    ['+0,20', 'own × 1 / 1 + 0.2'],
    ['+0.20', 'own × 1 / 1 + 0.2'],
    ['1.234,50', '1234.5 × 1 / 1 + 0'],
    ['1 234,50', '1234.5 × 1 / 1 + 0'],
    ['ostohinta / (1 − 40 %)', 'cost × 1 / 0.6 + 0'],
    ['perushinta × 0,9', 'base × 0.9 / 1 + 0'],
    ['lista "Summer" + 3 %', 'list summer × 1.03 / 1 + 0'],
  ])('in Finnish: %s', (text, meaning) => expect(read(text, finnish)).toBe(meaning));

  it('has a decimal comma that never makes a price a hundred times as big', () => {
    expect(read('12,5')).toBe('12.5 × 1 / 1 + 0');
    expect(read('12,50')).toBe('12.5 × 1 / 1 + 0');
    expect(read('1,234.50')).toBe('1234.5 × 1 / 1 + 0');
    // A thousand and more, or a price of three decimals: nobody knows.
    expect(read('1,234')).toBe('ambiguous at 0: 1,234');
    expect(read('1.234', finnish)).toBe('ambiguous at 0: 1.234');
    expect(read('+1,234', english)).toBe('ambiguous at 1: 1,234');
  });

  test.each([
    ['', 'empty at 0: '],
    ['  = ', 'empty at 4: '],
    ['five', 'unknown at 0: five'],
    ['+', 'number at 1: '],
    ['+ %', 'number at 2: %'],
    ['base 5', 'operator at 5: 5'],
    ['base × ', 'number at 7: '],
    ['base / 0', 'division at 7: 0'],
    ['cost / (1 − 100 %)', 'division at 7: (1 − 100 %)'],
    ['cost / (1 − 40 %', 'operator at 16: '],
    ['list "Winter"', 'noList at 5: "Winter"'],
    ['list Summer', 'noList at 5: S'],
    ['list "Night"', 'severalLists at 5: "Night"'],
    ['4.90 €', 'operator at 5: €'],
    ['1.2.3', 'number at 0: 1.2.3'],
  ])('says where and why "%s" is none', (text, problem) => expect(read(text)).toBe(problem));
});
