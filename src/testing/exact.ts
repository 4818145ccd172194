import { Big } from 'big.js';
import { parse } from 'lossless-json';

/**
 * JSON text as a value in which two numbers are equal when they are numerically equal, however many
 * digits they have: each becomes its plain decimal text.
 */
export const exactly = (text: string): unknown => parse(text, null, (number) => `number ${plain(number)}`);

const plain = (number: string): string => new Big(number).toFixed();
