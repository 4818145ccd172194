/** Prints the open receipt without the rest of the page (`print.css`, `data-printing`). */
export function printReceipt(): void {
  const page = document.documentElement;
  page.dataset['printing'] = 'receipt';
  window.addEventListener('afterprint', () => delete page.dataset['printing'], { once: true });
  window.print();
}
