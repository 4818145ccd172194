import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { MoreRows } from './more-rows';

function Table() {
  const [count, setCount] = useState(2);
  return (
    <section>
      <table>
        <tbody>
          {Array.from({ length: count }, (_, index) => (
            <tr key={index}>
              <td>{index < 4 ? <a href={`/${index}`}>{`Row ${index}`}</a> : `Row ${index}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows className={undefined} onMore={() => setCount(count + 2)} note={`${count} of 6`}>
        Show 2 more
      </MoreRows>
    </section>
  );
}

it('the first of the rows that are added has the focus: its link, or the row itself if nothing in it can be pressed', () => {
  render(<Table />);
  fireEvent.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Row 2' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect(document.activeElement).toBe(screen.getByRole('row', { name: 'Row 4' }));
});
