/** Prints the receipt that is shown, and nothing else of the page (`print.css`, `data-printing`). */
export function printReceipt(): void {
  const page = document.documentElement;
  page.dataset['printing'] = 'receipt';
  window.addEventListener('afterprint', () => delete page.dataset['printing'], { once: true });
  window.print();
}
