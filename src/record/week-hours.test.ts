import { expect, it } from 'vitest';
import { hoursOfWeek } from './week-hours';

const said = (weekdays: readonly number[], time_from = '', time_until = '') =>
  hoursOfWeek({ weekdays, time_from, time_until }).map((day) =>
    day.map(({ from, until }) => `${from / 60}-${until / 60}`).join(' '),
  );

it('holds all day every day without days and hours', () => {
  expect(said([])).toEqual(Array.from({ length: 7 }, () => '0-24'));
});

it('holds at its hours on its days, and not on the others', () => {
  expect(said([1, 5], '14:00', '16:30')).toEqual(['14-16.5', '', '', '', '14-16.5', '', '']);
});

it('holds to the end of the day, or from its start, where one of the hours is missing', () => {
  expect(said([7], '18:00')).toEqual(['', '', '', '', '', '', '18-24']);
  expect(said([7], '', '11:00')).toEqual(['', '', '', '', '', '', '0-11']);
});

it('goes on into the next day when it ends before it begins, from Sunday into Monday too', () => {
  expect(said([5, 7], '22:00', '02:00')).toEqual(['0-2', '', '', '', '22-24', '0-2', '22-24']);
  expect(said([5], '22:00', '00:00')).toEqual(['', '', '', '', '22-24', '', '']);
});

it('takes what is still being typed for no hour at all', () => {
  expect(said([3], '1', '25:00')).toEqual(['', '', '0-24', '', '', '', '']);
});
