"""Chapter 685a, paragraph by paragraph. No floats here, nothing about presentation, and no analysis."""
