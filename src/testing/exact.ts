import { Big } from 'big.js';
import { parse } from 'lossless-json';

/**
 * Parses JSON text to a value in which numbers are equal if they are numerically equal, whatever their number of
 * digits: each becomes its plain decimal text.
 */
export const exactJson = (text: string): unknown => parse(text, null, (number) => `number ${plain(number)}`);

const plain = (number: string): string => new Big(number).toFixed();
