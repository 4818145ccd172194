import { Euro, Package } from 'lucide-react';
import { defineScreen } from '@/core/app/shell/screen';
import { plu } from './contract';
import { BarcodeCell, CostCell, MarginCell, StockUnitCell, TaxCell } from './cells';
import { en } from './en';
import { withListPrices } from './list-prices';

export const pluScreen = defineScreen({
  contract: plu,
  path: '/products',
  group: 'catalogue',
  icon: Package,
  code: 'productid',
  unique: ['receipt_name', 'data.barcodes'],
  scannedBy: 'barcode',
  sort: '-modified_at',
  columns: [
    { field: 'productid', as: 'code', width: 64 },
    { field: 'name', as: 'name', width: 224, edit: true },
    { field: 'dpt_id', as: 'reference', width: 150, edit: true },
    {
      field: 'base_price',
      as: 'money',
      width: 80,
      align: 'right',
      unit: 'currency',
      tone: 'strong',
      edit: true,
    },
    {
      key: 'cost_price',
      cell: CostCell,
      width: 74,
      align: 'right',
      unit: 'currency',
      tone: 'muted',
      priority: 2,
      edit: 'data.cost_price',
    },
    {
      key: 'margin',
      cell: MarginCell,
      width: 82,
      align: 'right',
      unit: '%',
      follows: ['base_price', 'data.cost_price', 'tax_id'],
    },
    {
      key: 'tax',
      cell: TaxCell,
      width: 72,
      align: 'right',
      unit: '%',
      tone: 'muted',
      priority: 2,
      edit: 'tax_id',
    },
    { key: 'barcode', cell: BarcodeCell, width: 158, priority: 3 },
    { key: 'stockUnit', cell: StockUnitCell, width: 102, priority: 3 },
    { field: 'active', as: 'flag', width: 86, extra: true, edit: true },
    { field: 'receipt_name', as: 'text', width: 160, extra: true, edit: true },
    { field: 'memo', as: 'text', width: 220, extra: true },
    { field: 'created_at', as: 'moment', width: 122, extra: true },
    { field: 'modified_at', as: 'moment', width: 136, tone: 'muted' },
  ],
  filters: [
    { name: 'dpt_id', references: 'dpt' },
    { name: 'tax_id', references: 'tax' },
    { name: 'supplier', references: 'supplier' },
    { name: 'pricelist', references: 'pricelist' },
    { name: 'below_cost', values: ['true'] },
    { name: 'low_margin', values: ['true'] },
    { name: 'no_barcode', values: ['true'] },
  ],
  columnsFor: withListPrices,
  form: () => import('./form'),
  files: () => import('./import-fields'),
  checks: () => import('./checks'),
  pages: [
    {
      path: '/prices',
      nav: { label: 'data.prices', icon: Euro },
      load: () => import('./prices/page'),
    },
    { path: '/prices/lowest', load: () => import('./lowest-price/page') },
  ],
  texts: { en, fi: () => import('./fi') },
});
