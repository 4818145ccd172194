// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { testStrings } from '@/testing/app/ui';
import { UiProvider } from '../layout/provider';
import { SidePanel } from '../layout/side-panel';
import { loadOverlays } from './lazy-overlays';
import { Menu } from './menu';
import { Modal } from './modal';
import { Popover } from './popover';

afterEach(cleanup);

const show = (page: ReactNode) =>
  render(
    <UiProvider strings={testStrings} env="test">
      <main>
        <h1>Products</h1>
        {page}
      </main>
    </UiProvider>,
  );
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => {
  button(name).focus();
  fireEvent.click(button(name));
};
const dialog = () => screen.findByRole('dialog');

/** A page with a dialog that is removed as a whole when it closes, or stays and is hidden. */
function Page({ isRemoved, onDone }: { isRemoved: boolean; onDone: 'nothing' | 'removes' | 'disables' }) {
  const [opened, setOpened] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const close = () => setOpened(false);
  const act = () => {
    setIsDone(onDone !== 'nothing');
    close();
  };
  const modal = (
    <Modal opened={opened} onClose={close} title="Revoke" footer={<button onClick={act}>Do it</button>}>
      <input aria-label="Why" />
    </Modal>
  );
  return (
    <>
      <button>Search</button>
      <div>
        <button>Before</button>
        {!(isDone && onDone === 'removes') && (
          <button disabled={isDone && onDone === 'disables'} onClick={() => setOpened(true)}>
            Revoke
          </button>
        )}
        <button>After</button>
      </div>
      {isRemoved ? opened && modal : modal}
    </>
  );
}

describe.each([true, false])('when a dialog closes, removed as a whole: %s', (isRemoved) => {
  test('the focus is where it was', async () => {
    show(<Page isRemoved={isRemoved} onDone="nothing" />);
    press('Revoke');
    await dialog();
    screen.getByLabelText('Why').focus();
    fireEvent.keyDown(screen.getByLabelText('Why'), { key: 'Escape' });
    await waitFor(() => expect(document.activeElement).toBe(button('Revoke')));
  });

  test.each(['removes', 'disables'] as const)(
    'the focus is next to what was acted upon, if that %s the button that opened it',
    async (onDone) => {
      show(<Page isRemoved={isRemoved} onDone={onDone} />);
      press('Revoke');
      await dialog();
      press('Do it');
      await waitFor(() =>
        expect(document.activeElement).toBe(button(onDone === 'removes' ? 'Before' : 'After')),
      );
    },
  );
});

test('what the application focuses when a dialog closes keeps the focus', async () => {
  function Elsewhere() {
    const [opened, setOpened] = useState(false);
    const done = () => {
      setOpened(false);
      button('Next').focus();
    };
    return (
      <>
        <button onClick={() => setOpened(true)}>Open</button>
        <button>Next</button>
        {opened && (
          <Modal opened onClose={done} title="Any" footer={<button onClick={done}>Done</button>}>
            Text
          </Modal>
        )}
      </>
    );
  }
  show(<Elsewhere />);
  press('Open');
  await dialog();
  press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(button('Next'));
});

test('nothing is left beside what was acted upon: the heading has the focus', async () => {
  function Alone() {
    const [state, setState] = useState<'before' | 'asked' | 'gone'>('before');
    return (
      <>
        {state !== 'gone' && <button onClick={() => setState('asked')}>Open</button>}
        {state === 'asked' && (
          <Modal opened onClose={() => setState('gone')} title="Any">
            Text
          </Modal>
        )}
      </>
    );
  }
  show(<Alone />);
  press('Open');
  fireEvent.keyDown(await dialog(), { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Products' })));
});

test('a dialog on top of another one gives the focus back to that one', async () => {
  function Two() {
    const [open, setOpen] = useState(0);
    return (
      <>
        <button onClick={() => setOpen(1)}>Open</button>
        {open > 0 && (
          <Modal opened onClose={() => setOpen(0)} title="First">
            <button onClick={() => setOpen(2)}>Further</button>
          </Modal>
        )}
        {open > 1 && (
          <Modal opened onClose={() => setOpen(1)} title="Second">
            <button onClick={() => setOpen(1)}>Back</button>
          </Modal>
        )}
      </>
    );
  }
  show(<Two />);
  press('Open');
  await dialog();
  press('Further');
  await screen.findByRole('dialog', { name: 'Second' });
  press('Back');
  await waitFor(() => expect(document.activeElement).toBe(button('Further')));
  fireEvent.keyDown(button('Further'), { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(button('Open')));
});

test('a panel beside the page gives the focus back to what opened it', async () => {
  function Beside() {
    const [isOpen, setIsOpen] = useState(false);
    const close = () => setIsOpen(false);
    return (
      <SidePanel label="Event" onClose={close} panel={isOpen && <button onClick={close}>Close it</button>}>
        <button onClick={() => setIsOpen(true)}>Row</button>
        <button>Other row</button>
      </SidePanel>
    );
  }
  show(<Beside />);
  press('Row');
  press('Close it');
  await waitFor(() => expect(document.activeElement).toBe(button('Row')));
});

/** Presses Escape as a browser does: the page is drawn between the listeners of a key. */
const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });

test.each(['popover', 'menu'])(
  'Escape closes the %s that a dialog opened, and then the dialog',
  async (kind) => {
    await loadOverlays();
    function Both() {
      const [opened, setOpened] = useState(true);
      return (
        <Modal opened={opened} onClose={() => setOpened(false)} title="Below">
          {kind === 'menu' ? (
            <Menu entries={[{ label: 'Inside', onClick: () => {} }]}>
              <button>Open</button>
            </Menu>
          ) : (
            <Popover label="Above" renderTarget={(toggle) => <button onClick={toggle}>Open</button>}>
              <button>Inside</button>
            </Popover>
          )}
        </Modal>
      );
    }
    show(<Both />);
    await screen.findByRole('dialog', { name: 'Below' });
    press('Open');
    (await screen.findByText('Inside')).focus();
    escape();
    await waitFor(() => expect(screen.queryByText('Inside')).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Below' })).toBeTruthy();
    button('Open').focus();
    escape();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

test('Escape closes a popover also while the focus is not in it, such as before its content is loaded', async () => {
  await loadOverlays();
  show(
    <Popover label="Above" renderTarget={(toggle) => <button onClick={toggle}>Open</button>}>
      <p>Inside</p>
    </Popover>,
  );
  press('Open');
  await screen.findByText('Inside');
  button('Open').focus();
  escape();
  await waitFor(() => expect(screen.queryByText('Inside')).toBeNull());
});
